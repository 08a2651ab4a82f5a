// SPDX-License-Identifier: MIT OR Apache-2.0
// The characters of the pieces as strokes, for machines without a Chinese font. Drawn for this page.

/** Parts of characters on a square of 30 units: strokes apart by ";", each a line through points. */
/** @type {Record<string, string>} */
const PARTS = {
  person: "20,2 8,14;14,9 14,28",
  scholar: "15,3 15,27;4,11 26,11;7,27 23,27",
  tree: "3,9 27,9;15,2 15,28;15,10 3,22;15,11 26,20",
  eye: "5,4 25,4 25,27 5,27 5,4;5,12 25,12;5,19 25,19",
  horse:
    "7,3 7,18;7,3 25,3;7,8 23,8;7,13 23,13;15,3 15,18;7,18 26,18 25,26 21,28;4,22 3,27;10,22 11,27;15,22 16,26;20,21 21,25",
  "short horse": "6,4 22,4 20,14;8,4 7,14 25,14 24,26 19,27;3,20 19,20",
  cart: "4,6 26,6;7,10 23,10 23,20 7,20 7,10;7,15 23,15;3,24 27,24;15,2 15,29",
  "short cart": "5,6 26,6;12,2 5,14 24,14;3,21 28,21;16,10 16,29",
  wrap: "10,2 3,12;8,6 26,6 26,18 21,20;7,11 19,11 19,17 7,17;7,11 7,27 28,27 28,22",
  fire: "6,10 9,16;25,8 20,15;15,3 15,13 12,20 4,27;15,14 18,20 26,27",
  stone: "3,4 27,4;15,4 3,18;9,14 25,14 25,27 9,27 9,14",
  soldier: "22,2 8,6;8,6 8,19;8,11 24,11;18,11 18,19;3,19 27,19;11,22 5,28;18,22 25,28",
  servant: "15,1 15,6;4,6 26,6;10,8 4,17;10,12 13,16;20,8 14,17;20,12 26,17;3,21 27,21;15,18 15,29",
  pile: "12,1 9,6;7,6 7,28;7,6 22,6 22,14 7,14;7,19 22,19 22,27 7,27",
  "short pile": "6,7 6,18;18,3 18,16 15,23 6,28",
  cloth: "4,9 4,24;4,9 26,9 26,22 22,24;15,2 15,29",
  plank: "22,2 22,29;7,4 7,12;7,12 22,12;3,19 22,19;12,19 6,28",
  "short plank": "20,2 20,29;5,7 10,12;3,23 20,16",
  general: "13,1 4,10;10,5 24,5 19,10 6,15;10,8 13,10;15,6 17,9;3,18 28,18;21,14 21,28 16,27;9,21 12,25",
  elephant:
    "11,1 5,9;9,4 20,4 17,8;6,8 24,8 24,14 6,14 6,8;15,8 13,14;14,14 3,21;11,17 17,21 17,27 14,29;13,19 4,25;16,22 6,29;24,15 18,19;17,18 28,28",
};

/** The parts of each character, from left to right, with the share of the width that the first one takes. */
/** @type {Record<string, [string[], number]>} */
const CHARACTERS = {
  帥: [["pile", "cloth"], 0.48],
  帅: [["short pile", "cloth"], 0.4],
  仕: [["person", "scholar"], 0.36],
  相: [["tree", "eye"], 0.52],
  傌: [["person", "horse"], 0.34],
  俥: [["person", "cart"], 0.34],
  炮: [["fire", "wrap"], 0.45],
  兵: [["soldier"], 1],
  將: [["plank", "general"], 0.4],
  将: [["short plank", "general"], 0.36],
  士: [["scholar"], 1],
  象: [["elephant"], 1],
  馬: [["horse"], 1],
  马: [["short horse"], 1],
  車: [["cart"], 1],
  车: [["short cart"], 1],
  砲: [["stone", "wrap"], 0.45],
  卒: [["servant"], 1],
};

/** The outline of a character around the origin, 30 units high. @param {string} character */
export function strokesOf(character) {
  const [parts, first] = CHARACTERS[character];
  return parts
    .map((name, index) => {
      const [left, width] = index ? [first, 1 - first] : [0, first];
      const point = (/** @type {string} */ text) => {
        const [x, y] = text.split(",").map(Number);
        return `${(30 * left + x * width - 15).toFixed(1)} ${y - 15}`;
      };
      return PARTS[name]
        .split(";")
        .map((stroke) => `M${stroke.split(" ").map(point).join("L")}`)
        .join("");
    })
    .join("");
}

/** True if the machine can draw these characters: it has more for them than the box of a missing one. */
export const hasChineseFont = (() => {
  /** @type {boolean|undefined} */
  let answer;
  return () => {
    if (answer !== undefined) return answer;
    const draw = (/** @type {string} */ text) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 40 });
      const pen = canvas.getContext("2d");
      if (!pen) return "";
      pen.font = "30px serif";
      pen.fillText(text, 4, 32);
      return canvas.toDataURL();
    };
    answer = draw("車") !== draw("\u{10fffe}") && draw("車") !== draw("帥");
    return answer;
  };
})();
