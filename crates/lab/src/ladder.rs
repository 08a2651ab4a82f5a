// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ladder: all algorithms by name, each a step above those before it.

use super::algorithm::Algorithm;
use super::algorithms::MemorySettings;
use super::algorithms::{
    AlphaBeta, Bai, Deepening, Dynamic, Extensions, Framework, Hash, HashHistory, HistoryOrder, Minimax,
    Negamax, NullMove, NullMoveKind, Ordered, Pvs, Quiescence,
};
use super::game::{ChessGame, DiscGame, Game, Neighbours};
use super::history::Rise;
use super::history::StepHistory;
use super::transpositions::PositionTable;
use super::transpositions::{Scheme, SchemeTable};
use xiangqi::types::{Bilingual, Language, text};

/// An algorithm ready for use.
pub type BoxedAlgorithm<G> = Box<dyn Algorithm<G>>;

/// A step of the ladder.
pub struct Rung<G: Game> {
    /// The name, as in options.
    pub name: &'static str,
    /// A description in a few words, in English and Chinese.
    about: [&'static str; 2],
    /// True if it finds minimax's value. With a table this holds only while no position can occur at two
    /// depths of one search, in xiangqi up to four plies; beyond that, the value of a deeper search may
    /// replace that of a shallower one.
    pub is_exact: bool,
    make: fn(MemorySettings) -> BoxedAlgorithm<G>,
}

impl<G: Game> Rung<G> {
    /// Creates the algorithm, with these settings of its memory if it has one.
    pub fn algorithm(&self, settings: MemorySettings) -> BoxedAlgorithm<G> {
        (self.make)(settings)
    }

    /// Returns the description in a language.
    pub fn about(&self, language: Language) -> &'static str {
        language.pick(self.about[0], self.about[1])
    }
}

/// A game that the laboratory knows by name, and algorithms for it.
pub trait Subject: Game {
    /// The name, as in options.
    const NAME: &'static str;

    /// The name in Chinese.
    const CHINESE: &'static str = Self::NAME;

    /// The names of the first and the second player, in English and Chinese.
    const SIDES: [(&'static str, &'static str); 2] = [("Black", "黑方"), ("White", "白方")];

    /// The algorithm that plays by default, and its search depth in plies.
    const PLAYER: (&'static str, u32) = ("deepening", 6);

    /// The algorithms that make sense for the game.
    type Algorithms: Ladder<Self>;

    /// The algorithms that are compared by default.
    const USUAL: &'static [&'static str] =
        &["minimax", "alphabeta", "hash-always", "history-float", "hashhistory-float"];

    /// Returns the start of a game.
    fn start() -> Self;

    /// Reads a position from a line of text.
    ///
    /// # Errors
    /// A message that describes the fault in the text.
    fn parse(text: &str) -> Result<Self, Bilingual>;

    /// Returns the algorithms that make sense for the game, the plainest first.
    fn ladder() -> Vec<Rung<Self>> {
        Self::Algorithms::rungs()
    }
}

/// Returns the algorithm with this name among those for a game.
pub(crate) fn rung_named<G: Subject, W: Game>(
    name: &str,
    mut rungs: Vec<Rung<W>>,
) -> Result<Rung<W>, Bilingual> {
    let Some(place) = rungs.iter().position(|rung| rung.name == name) else {
        let names: Vec<_> = rungs.iter().map(|rung| rung.name).collect();
        return Err(Bilingual::new(|language| {
            text!(
                language,
                "no algorithm '{name}' for {game}; available: {list}",
                "{chinese}没有算法“{name}”；可用：{list}",
                game = G::NAME,
                chinese = G::CHINESE,
                list = names.join(language.pick(", ", "、")),
            )
        }));
    };
    Ok(rungs.swap_remove(place))
}

/// A set of algorithms for a kind of game.
pub trait Ladder<G: Game> {
    /// Returns the algorithms, the plainest first.
    fn rungs() -> Vec<Rung<G>>;
}

/// The algorithms for every game.
pub enum General {}

/// Also those for games with checks and captures.
pub enum Chess {}

/// Also those of Bai (2007).
pub enum DiscTables {}

impl<G: Game> Ladder<G> for General {
    fn rungs() -> Vec<Rung<G>> {
        general()
    }
}

impl<G: ChessGame> Ladder<G> for Chess {
    fn rungs() -> Vec<Rung<G>> {
        general().into_iter().chain(chess()).collect()
    }
}

impl<G: DiscGame> Ladder<G> for DiscTables {
    fn rungs() -> Vec<Rung<G>> {
        general().into_iter().chain(discs()).collect()
    }
}

macro_rules! rungs {
    ($($name:literal $exact:literal $about:literal $chinese:literal $make:expr;)*) => {
        vec![$(Rung { name: $name, about: [$about, $chinese], is_exact: $exact, make: |settings| Box::new($make(settings)) }),*]
    };
}

/// Returns the algorithms for every game.
fn general<G: Game>() -> Vec<Rung<G>> {
    rungs![
        "minimax" true "all positions up to the horizon, in two functions" "视界之内的全部局面，用两个函数" |_| Minimax;
        "negamax" true "minimax in one function" "一个函数的极小极大" |_| Negamax;
        "alphabeta" true "cutoffs, moves in the game's order" "剪枝，着法按自然顺序" |_| AlphaBeta;
        "ordered" true "alphabeta, children in the order of their static values" "alphabeta，子局面按静态估值排列" |_| Ordered { width: None };
        "filtered" false "ordered, only the best eight children" "ordered，只取最好的八个子局面" |_| Ordered { width: Some((8, Neighbours::Eight)) };
        "filtered-four" false "filtered, only beside, above and below a stone" "filtered，只看棋子上下左右的点" |_| Ordered { width: Some((8, Neighbours::Four)) };
        "history-float" true "alphabeta, earlier best moves first: to the front of one list a player" "alphabeta，先试以前的好着法：每方一张表，移到表首" |_| HistoryOrder::new(Rise::Float);
        "history-advance" true "history-float, but moves rise by one place at a time" "history-float，但着法每次只上升一位" |_| HistoryOrder::new(Rise::Advance);
        "hash-always" true "alphabeta with a table; keeps the newer position" "带置换表的 alphabeta；保留较新的局面" |settings| hash(Scheme::Always, settings);
        "hash-greater" true "hash-always, values only from greater depths" "hash-always，只用更大深度的值" |settings: MemorySettings| Hash::new(SchemeTable::new(Scheme::Always, settings.bits).for_greater_depths());
        "hash-deeper" true "alphabeta with a table; keeps the deeper position" "带置换表的 alphabeta；保留较深的局面" |settings| hash(Scheme::Deeper, settings);
        "hash-two-tier" true "alphabeta with a table of two tiers" "带两层置换表的 alphabeta" |settings| hash(Scheme::TwoTier, settings);
        "hash-groups" true "alphabeta with a table in groups of four" "带四个一组的置换表的 alphabeta" |settings| hash(Scheme::Groups, settings);
        "hashhistory-float" true "alphabeta with a table, its move first, and history-float" "带置换表的 alphabeta，先试表中的着法，再按 history-float" HashHistory::new;
        "pvs" true "hashhistory-float, all moves but the first with a null window" "hashhistory-float，除第一着外都用空窗口" Pvs::new;
        "deepening" true "pvs with iterative deepening" "迭代加深的 pvs" |settings| Deepening(Pvs::new(settings));
    ]
}

/// Returns the algorithms for games with checks, captures, and moves that are better than passing.
fn chess<G: ChessGame>() -> Vec<Rung<G>> {
    rungs![
        "null" false "pvs with the null move, R = 2" "带空着的 pvs，R = 2" |settings| NullMove::new(NullMoveKind::Plain, settings);
        "null-adaptive" false "null, R = 2 or 3" "空着，R = 2 或 3" |settings| NullMove::new(NullMoveKind::Adaptive, settings);
        "null-verified" false "null, R = 3, verified" "空着，R = 3，带验证" |settings| NullMove::new(NullMoveKind::Verified, settings);
        "extensions" false "pvs, extends checks, forced moves and recaptures" "pvs，延伸将军、受迫的着法和回吃" Extensions::new;
        "quiescence" false "pvs, captures and answers to checks beyond the horizon" "pvs，视界之外搜索吃子和应将" Quiescence::new;
        "framework" false "all techniques, with iterative deepening" "全部技术，迭代加深" |settings| Deepening(Framework::new(settings));
    ]
}

/// Returns the algorithms of Bai (2007) for his game, and variants.
fn discs<G: DiscGame>() -> Vec<Rung<G>> {
    fn table<M: Copy + Eq>(settings: MemorySettings) -> PositionTable<M> {
        PositionTable::new(settings.bits)
    }
    fn fresh<M: Copy + Eq>(settings: MemorySettings) -> PositionTable<M> {
        table(settings).for_one_search()
    }
    rungs![
        "hash" false "Bai: alphabeta with his table (additive key, whole positions, keeps the newer, lasts for a game)" "柏爱俊：带他的置换表的 alphabeta（相加的键，存整个局面，保留较新的，整局有效）" |settings| Bai::<G>::new(Some(table(settings)), None);
        "hash-fresh" false "hash, emptied for each search" "hash，每次搜索前清空" |settings| Bai::<G>::new(Some(fresh(settings)), None);
        "history" true "Bai: alphabeta with his history (a list for each player and step, float and advance)" "柏爱俊：带他的历史表的 alphabeta（每方每步一张表，浮起与前移）" |_| Bai::<G>::new(None, Some(StepHistory::new::<G>()));
        "history-one-list" true "history with one list a player" "history，每方一张表" |_| Bai::<G>::new(None, Some(StepHistory::new::<G>().in_one_list()));
        "hashhistory" false "Bai: his table and his history" "柏爱俊：他的置换表与历史表" |settings| Bai::<G>::new(Some(table(settings)), Some(StepHistory::new::<G>()));
        "hashhistory-dynamic" false "hashhistory, its depth following a budget of nodes from move to move" "hashhistory，深度按节点预算逐着变化" |settings: MemorySettings| Dynamic::new(Bai::<G>::new(Some(table(settings)), Some(StepHistory::new::<G>())), settings.budget);
        "hashhistory-fresh-dynamic" false "hashhistory-fresh with a dynamic depth" "hashhistory-fresh，深度动态" |settings: MemorySettings| Dynamic::new(Bai::<G>::new(Some(fresh(settings)), Some(StepHistory::new::<G>())), settings.budget);
        "hashhistory-fresh" false "hashhistory, the table emptied for each search" "hashhistory，每次搜索前清空置换表" |settings| Bai::<G>::new(Some(fresh(settings)), Some(StepHistory::new::<G>()));
        "hashhistory-three-bounds" true "hashhistory-fresh, with three kinds of bounds" "hashhistory-fresh，三种界限" |settings| Bai::<G>::new(Some(fresh(settings).with_upper_bounds()), Some(StepHistory::new::<G>()));
    ]
}

fn hash<G: Game>(scheme: Scheme, settings: MemorySettings) -> Hash<G> {
    Hash::new(SchemeTable::new(scheme, settings.bits))
}
