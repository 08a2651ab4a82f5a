// SPDX-License-Identifier: MIT OR Apache-2.0
// The sound of a move, made by the browser.

/** A short knock of wood. */
export function knock() {
  const audio = (knock.audio ??= new AudioContext());
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(110, audio.currentTime + 0.06);
  volume.gain.setValueAtTime(0.25, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
}
/** @type {AudioContext|undefined} */
knock.audio = undefined;
