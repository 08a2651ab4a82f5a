// SPDX-License-Identifier: MIT OR Apache-2.0
//! The texts of the game in the terminal: each in English and Chinese, side by side.

use super::command::Usage;
use super::game::{Ending, Seat};
use chuhe::engine::Level;
use xiangqi::notation::Notation;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::{Bilingual, Color, Language, Move, Piece, Score, Square, text};

/// The texts in one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texts(pub Language);

impl Texts {
    pub fn side(self, side: Color) -> &'static str {
        side.title(self.0)
    }

    pub fn engine(self) -> &'static str {
        self.0.pick("chuhe", "楚河")
    }

    pub fn at_level(self, engine: &str, level: Level) -> String {
        text!(self.0, "{engine} level {level}", "{engine}{level}级")
    }

    pub fn person(self) -> &'static str {
        self.0.pick("Person", "棋手")
    }

    pub fn welcome(self, seats: [Seat; 2], engine: &str) -> String {
        match seats {
            [Seat::Person, Seat::Person] => self.0.pick("Two people play.", "双人对局。").to_owned(),
            [Seat::Engine, Seat::Engine] => {
                text!(self.0, "{engine} plays against itself.", "{engine}自我对弈。")
            }
            [red, _] => {
                let own = if red == Seat::Person { Color::Red } else { Color::Black };
                let (own, other) = (self.side(own), self.side(!own));
                text!(self.0, "You play {own}; {engine} plays {other}.", "您执{own}，{engine}执{other}。")
            }
        }
    }

    /// The first message of a full screen.
    pub fn welcome_with_help(self, welcome: &str) -> String {
        let help = self.type_help();
        text!(self.0, "{welcome} {help}", "{welcome}{help}")
    }

    pub fn type_help(self) -> &'static str {
        self.0.pick("Type a move, or help.", "请输入着法，或输入“帮助”。")
    }

    pub fn to_move(self, side: Color, is_check: bool) -> String {
        let name = self.side(side);
        let check = if is_check { self.0.pick(", in check", "，被将军") } else { "" };
        text!(self.0, "{name} to move{check}", "轮到{name}走棋{check}")
    }

    pub fn thinking(self) -> &'static str {
        self.0.pick("thinking …", "思考中……")
    }

    pub fn plays(self, side: Color, mv: &str) -> String {
        let name = self.side(side);
        text!(self.0, "{name} (chuhe) plays {mv}", "{name}（楚河）走{mv}")
    }

    pub fn hint(self, mv: &str, score: Score) -> String {
        let score = self.score(score);
        text!(self.0, "Hint: {mv}, {score}", "提示：{mv}，{score}")
    }

    pub fn evaluation(self, score: Score, depth: u32, line: &str) -> String {
        let score = self.score(score);
        text!(self.0, "Evaluation: {score}, depth {depth}: {line}", "评估：{score}，深度{depth}：{line}")
    }

    /// A score from Red's perspective.
    pub fn score(self, score: Score) -> String {
        let winner = |plies: i32| self.side(if plies > 0 { Color::Red } else { Color::Black });
        match score {
            Score::Cp(_) => score.to_string(),
            Score::Mate(plies) => {
                let (winner, moves) = (winner(plies), (plies.abs() + 1) / 2);
                text!(self.0, "{winner} mates in {moves}", "{winner}{moves}步杀")
            }
            Score::Rule(plies) => {
                let winner = winner(plies);
                text!(self.0, "{winner} wins by rule", "{winner}因对方犯规而胜")
            }
            Score::Tb(plies) => {
                let winner = winner(plies);
                text!(self.0, "{winner} wins by the endgame tables", "{winner}残局库胜")
            }
        }
    }

    pub fn undone(self, moves: usize) -> String {
        let noun = if moves == 1 { "move" } else { "moves" };
        text!(self.0, "{moves} {noun} taken back.", "已悔棋（{moves}着）。")
    }

    pub fn nothing_to_undo(self) -> &'static str {
        self.0.pick("There is no move of yours to take back.", "没有可悔的棋。")
    }

    pub fn result_taken_back(self) -> &'static str {
        self.0.pick("The game goes on.", "对局继续。")
    }

    pub fn draw_accepted(self) -> &'static str {
        self.0.pick("chuhe accepts the draw.", "楚河同意和棋。")
    }

    pub fn draw_declined(self) -> &'static str {
        self.0.pick("chuhe declines the draw.", "楚河不同意和棋。")
    }

    pub fn draw_offered(self, side: Color) -> String {
        let (name, other) = (self.side(side), self.side(!side));
        text!(
            self.0,
            "{name} offers a draw; {other} accepts with draw after the move, or plays on.",
            "{name}提和；{name}走棋后，{other}输入“提和”即表示同意，走棋则表示拒绝。"
        )
    }

    pub fn not_your_turn(self) -> &'static str {
        self.0.pick(
            "It is not your turn; undo takes your move back.",
            "还没轮到您走棋；可输入“悔棋”收回上一着。",
        )
    }

    pub fn is_over(self) -> String {
        let words = self.what_can_be_done();
        text!(self.0, "The game is over: {words}?", "对局已结束：{words}？")
    }

    /// The words that go on after the end of a game.
    pub fn what_can_be_done(self) -> &'static str {
        self.0.pick("rematch, new, undo, save FILE or quit", "再来、新局、悔棋、保存 文件、退出")
    }

    pub fn is_unfinished(self) -> &'static str {
        self.0.pick(
            "The game is not finished; give the command again to leave it.",
            "本局尚未下完；再次输入同一命令即放弃本局。",
        )
    }

    pub fn kept(self, file: &str, number: usize) -> String {
        text!(
            self.0,
            "It is game {number} of {file}; `chuhe review --game {number} {file}` reviews it.",
            "棋谱已存为 {file} 的第{number}局，可用 chuhe review --game {number} {file} 复盘。"
        )
    }

    /// The end, with its reasons, one line each.
    pub fn ending(self, ending: Ending, explanation: &Explanation) -> Vec<String> {
        let reason = match ending {
            Ending::Rules(_) => explanation.reason(self.0),
            Ending::Resignation(loser) => {
                let name = self.side(loser);
                text!(self.0, "{name} resigns", "{name}认输")
            }
            Ending::Agreement => self.0.pick("by agreement", "双方议和").to_owned(),
            Ending::Time(loser) => {
                let name = self.side(loser);
                text!(self.0, "{name}'s time is up", "{name}超时")
            }
        };
        let result = match ending.winner() {
            Some(winner) => {
                let name = self.side(winner);
                text!(self.0, "{name} wins", "{name}胜")
            }
            None => self.0.pick("Draw", "和棋").to_owned(),
        };
        let mut lines = vec![format!("{result}{}{reason}", self.0.pick(": ", "："))];
        if let Ending::Rules(_) = ending {
            lines.extend(explanation.lines(self.0));
        }
        lines
    }

    pub fn saved(self, file: &str) -> String {
        text!(self.0, "Saved to {file}.", "已保存到 {file}。")
    }

    pub fn loaded(self, file: &str, moves: usize) -> String {
        text!(self.0, "Loaded {file}: {moves} moves.", "已打开 {file}：共{moves}着。")
    }

    pub fn file_problem(self, problem: &Bilingual) -> String {
        let problem = problem.text(self.0);
        text!(self.0, "{problem}", "文件出错：{problem}")
    }

    pub fn no_game_in(self, file: &str) -> String {
        text!(self.0, "{file}: the file contains no games", "{file}：文件中没有棋谱")
    }

    pub fn usage(self, usage: Usage) -> String {
        match usage {
            Usage::Save => text!(self.0, "Usage: save FILE", "用法：保存 文件"),
            Usage::Load => text!(self.0, "Usage: load FILE", "用法：打开 文件"),
            Usage::Level => {
                text!(
                    self.0,
                    "Usage: level N, from 0 to 20, full strength",
                    "用法：级别 N（0至20，20为最强）"
                )
            }
            Usage::Notation => {
                let names = Notation::ALL.map(Notation::name).join("|");
                text!(self.0, "Usage: notation {names}", "用法：记法 {names}")
            }
        }
    }

    pub fn resume_question(self, moves: usize) -> String {
        text!(
            self.0,
            "A game of {moves} moves was not finished. Resume it? [Y/n] ",
            "上次有一局未下完（已走{moves}着），是否继续？[Y/n] "
        )
    }

    /// The keys, for the lowest line of the screen.
    pub fn keys(self) -> &'static str {
        self.0.pick(
            "F1 Help  F2 Hint  F3 Undo  F4 Eval  F5 Flip  F10 Quit",
            "F1帮助 F2提示 F3悔棋 F4评估 F5翻转 F10退出",
        )
    }

    /// Shown in the frame of a window.
    pub fn continue_key(self) -> &'static str {
        self.0.pick(" any key: close ", " 按任意键关闭 ")
    }

    pub fn depth(self, plies: u32) -> String {
        text!(self.0, "depth {plies}", "深度{plies}")
    }

    pub fn too_small(self, columns: u16, rows: u16) -> String {
        text!(
            self.0,
            "The terminal is too small: {columns} x {rows} are needed, or --plain.",
            "终端窗口太小：至少需要{columns}列{rows}行，或使用 --plain。"
        )
    }

    /// A move with its coordinates.
    pub fn with_coordinates(self, written: &str, mv: Move) -> String {
        text!(self.0, "{written} ({mv})", "{written}（{mv}）")
    }

    /// A side's pieces with their squares, in their order.
    pub fn pieces_of(self, side: Color, pieces: &[(Piece, Square)]) -> String {
        let name = |&(piece, square): &(Piece, Square)| {
            let piece = piece.word(self.0);
            text!(self.0, "{piece} {square}", "{piece}{square}")
        };
        let pieces: Vec<String> = pieces.iter().map(name).collect();
        let pieces = pieces.join(self.0.pick(", ", "，"));
        let side = self.side(side);
        text!(self.0, "{side}: {pieces}", "{side}：{pieces}")
    }

    /// The commands, each with its effect. A Chinese name can be typed too.
    pub fn help(self) -> Vec<(String, &'static str)> {
        let lines = [
            (
                "hint",
                "提示",
                "",
                self.0.pick("show the move that the engine would play for you", "显示引擎推荐的着法"),
            ),
            (
                "undo",
                "悔棋",
                "",
                self.0.pick("take back your last move and the answer", "收回您的上一着和对方的应着"),
            ),
            (
                "draw",
                "提和",
                "",
                self.0.pick(
                    "offer a draw; the engine accepts if it stands worse or nothing happens",
                    "向对方提和；引擎处于劣势或双方均势无进展时同意",
                ),
            ),
            ("resign", "认输", "", self.0.pick("give up the game", "认负，结束本局")),
            ("eval", "评估", "", self.0.pick("show the engine's evaluation", "显示引擎对局面的评分")),
            ("rematch", "再来", "", self.0.pick("start a new game with sides changed", "交换先后手再下一局")),
            ("new", "新局", "", self.0.pick("start a new game", "重新开局")),
            (
                "save",
                "保存",
                self.0.pick("FILE", "文件"),
                self.0.pick("write the game to a PGN file", "把棋谱保存为 PGN 文件"),
            ),
            (
                "load",
                "打开",
                self.0.pick("FILE", "文件"),
                self.0.pick("read a game of any program and play on", "打开任何软件的棋谱并接着下"),
            ),
            (
                "notation",
                "记法",
                self.0.pick("NAME", "名称"),
                self.0.pick("show moves in another notation", "着法的显示记法"),
            ),
            (
                "level",
                "级别",
                "N",
                self.0.pick("set the engine's level, from 0 to 20", "设定引擎的级别（0至20）"),
            ),
            ("flip", "翻转", "", self.0.pick("turn the board", "翻转棋盘")),
            ("board", "棋盘", "", self.0.pick("show the board", "显示棋盘")),
            ("pieces", "棋子", "", self.0.pick("list the pieces with their squares", "列出双方棋子及其位置")),
            ("moves", "棋谱", "", self.0.pick("list the moves", "列出已走的着法")),
            ("fen", "局面", "", self.0.pick("show the position in FEN", "显示当前局面的 FEN")),
            (
                "quit",
                "退出",
                "",
                self.0.pick(
                    "end the program; an unfinished game can be resumed later",
                    "退出；未下完的对局下次可以继续",
                ),
            ),
        ];
        let line = |(word, chinese, argument, text): (&str, &str, &str, _)| {
            let names = match self.0 {
                Language::English => format!("{word} {argument}"),
                Language::Chinese => format!("{chinese} {word} {argument}"),
            };
            (names.trim_end().to_owned(), text)
        };
        lines.into_iter().map(line).collect()
    }

    pub fn help_moves(self) -> &'static str {
        self.0.pick(
            "Type a move in any notation, such as h2e2, C2.5 or 炮二平五, or one of these words:",
            "着法可用任何记法输入，如 炮二平五、C2.5 或 h2e2；也可以输入下列命令：",
        )
    }
}
