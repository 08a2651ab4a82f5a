// SPDX-License-Identifier: MIT OR Apache-2.0
// The script that `vocabulary.rs` makes.

/** The rules of repetition: the name on the command line, and what people call them in English and Chinese. */
export const RULES: [string, string, string][];
/** The endings of game files, for a field that chooses one. */
export const GAME_FILES: string;
/** The formats of game files, as a list in English and in Chinese. */
export const GAME_FORMATS: [string, string];
/** The Elo of each level on the engine's own scale. */
export const LEVEL_ELO: number[];
