// SPDX-License-Identifier: MIT OR Apache-2.0
// The sound of a move, made by the browser.

/** A short knock of wood; a capture sounds lower and longer. @param {boolean} isCapture */
export function knock(isCapture) {
  const audio = (knock.audio ??= new AudioContext());
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  const [pitch, length] = isCapture ? [260, 0.16] : [420, 0.09];
  tone.frequency.setValueAtTime(pitch, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(pitch / 4, audio.currentTime + 0.7 * length);
  volume.gain.setValueAtTime(0.25, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length + 0.01);
}
/** @type {AudioContext|undefined} */
knock.audio = undefined;
