// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab explain`: the laboratory's pages, which are also those of its documentation, in a terminal.

mod plain;

use chuhe_console::failure::{CommandResult, Failure};
use plain::plain;
use std::io::{self, Write};
use std::process::ExitCode;
use xiangqi::types::{Language, bilingual};

/// Explain an algorithm or a study
#[derive(clap::Args)]
#[command(after_help = "\
Without a name, the pages are listed. The name of an algorithm leads to the page about it: `hash-groups` to `hash`.

Examples:
  chuhe lab explain
  chuhe lab explain alphabeta | less")]
pub struct ExplainArgs {
    /// Page or algorithm
    name: Option<String>,
}

/// A page: its name, its title in English and Chinese, and its text in Markdown in English and, if there is
/// one, Chinese.
struct Page {
    name: &'static str,
    title: [&'static str; 2],
    texts: &'static [&'static str],
}

impl Page {
    /// Returns the text. A Chinese page takes what was measured from the English one: a block begins with a
    /// mark, such as `<!-- measured -->`, which the Chinese page has in its place.
    fn text(&self, language: Language) -> String {
        let english = self.texts[0];
        let (Language::Chinese, Some(chinese)) = (language, self.texts.get(1)) else {
            return english.to_owned();
        };
        let measured = |mark| Some(english.split_once(mark)?.1.split_once("<!-- end -->")?.0);
        let lines = chinese.lines().map(|line| {
            let block = if line.starts_with("<!--") { measured(line) } else { None };
            format!("{line}\n{}", block.unwrap_or(""))
        });
        lines.collect()
    }
}

macro_rules! pages {
    ($($name:literal $file:literal $english:literal $chinese:literal $($folder:ident)?;)*) => {
        &[$(Page {
            name: $name,
            title: [$english, $chinese],
            texts: &[
                include_str!(concat!("../pages/", $file, ".md")),
                $(include_str!(concat!("../pages/", stringify!($folder), "/", $file, ".md")),)?
            ],
        }),*]
    };
}

const PAGES: &[Page] = pages![
    "overview" "overview" "The laboratory: all algorithms, and the papers row by row" "实验室：全部算法，逐条对照论文";
    "minimax" "minimax" "Minimax" "极小极大搜索" zh;
    "negamax" "negamax" "Negamax: minimax in one function" "负极大搜索：一个函数的极小极大" zh;
    "alphabeta" "alpha_beta" "Alpha-beta: lines that need not be searched" "alpha-beta 剪枝：不必搜索的变化" zh;
    "ordered" "ordered" "Moves by static value, all or only the best; gomoku" "按静态估值排列或筛选着法；五子棋" zh;
    "history" "history" "The history table: first the moves that were best elsewhere" "历史表：先试别处的好着法" zh;
    "hash" "hash" "The transposition table and its replacement schemes" "置换表及其替换策略" zh;
    "hashhistory" "hash_history" "Table and history together" "置换表与历史表并用" zh;
    "pvs" "pvs" "Principal variation search" "主要变例搜索" zh;
    "deepening" "deepening" "Iterative deepening" "迭代加深" zh;
    "null" "null_move" "The null move: plain, adaptive and verified" "空着裁剪：普通、自适应与验证" zh;
    "extensions" "extensions" "Extensions: forced lines are searched deeper" "搜索延伸：更深地搜索受迫的变化" zh;
    "quiescence" "quiescence" "Quiescence search" "静态搜索" zh;
    "framework" "framework" "All techniques together" "全部技术的搜索框架" zh;
    "bai" "bai" "Reversi by Bai (2007): five algorithms, two tables" "柏爱俊（2007）的黑白棋：五种算法与两张表" zh;
    "td" "td" "Reversi learned by TD(lambda)" "用 TD(lambda) 学习黑白棋" zh;
    "exploration" "exploration" "How much chance self-play needs" "自我对弈需要多少随机";
    "small" "small" "Reversi on 4 x 4 squares, solved and learned" "4 x 4 的黑白棋：求解与学习" zh;
    "six" "six" "Reversi on 6 x 6 squares, searched to the end" "6 x 6 的黑白棋：搜索到底";
    "tictactoe" "tictactoe" "Tic-tac-toe, searched completely" "井字棋：完全搜索" zh;
    "classes" "classes" "Stability of move classes, the reason for the history table" "着法类别的稳定性：历史表的依据" zh;
    "tree" "worked_trees" "Small trees, worked by hand" "手工演算的小树" zh;
    "tree-size" "tree_size" "The size of xiangqi's game tree" "象棋博弈树的大小";
    "td-leaf" "td_leaf" "Xiangqi learned from nothing" "从零学习象棋";
];

/// Other names of pages: those of algorithms, games, their files, and the modules that pages refer to.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("filtered", "ordered"),
    ("filtered-four", "ordered"),
    ("gomoku", "ordered"),
    ("reversi", "bai"),
    ("alpha-beta", "alphabeta"),
    ("hash-history", "hashhistory"),
    ("worked", "tree"),
    ("worked-trees", "tree"),
    ("tic-tac-toe", "tictactoe"),
];

/// Returns the page of a name: its own, or else the one whose name begins that of the algorithm.
fn find(name: &str) -> Option<&'static Page> {
    let name = name.to_lowercase().replace('_', "-");
    let name = OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(name.as_str(), |(_, page)| page);
    let begins = |page: &&Page| name.strip_prefix(page.name).is_some_and(|rest| rest.starts_with('-'));
    PAGES.iter().find(|page| page.name == name).or_else(|| PAGES.iter().find(begins))
}

pub fn run(args: &ExplainArgs, language: Language) -> CommandResult {
    let mut out = io::stdout().lock();
    let title = |page: &Page| language.pick(page.title[0], page.title[1]);
    let Some(name) = &args.name else {
        for page in PAGES {
            writeln!(out, "{:<12} {}", page.name, title(page))?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let page = find(name).ok_or_else(|| {
        let name = super::common::cut(name);
        Failure::Input(bilingual!(
            "no page '{name}'; 'chuhe lab explain' lists them",
            "没有“{name}”这一页；“chuhe lab explain”列出各页"
        ))
    })?;
    let note = match (language, page.texts.len()) {
        (Language::English, _) => "",
        (Language::Chinese, 1) => "（正文为英文）",
        (Language::Chinese, _) => "（表格是命令的英文输出；加上 --lang zh，命令即输出中文）",
    };
    write!(out, "{}{note}\n\n{}", title(page), plain(&page.text(language)))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::games::{Gomoku, Reversi, Xiangqi};
    use std::fs;

    #[test]
    fn every_page_can_be_read_and_is_plain_text() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pages");
        for folder in [folder.to_owned(), format!("{folder}/zh")] {
            let paths = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
            for path in paths.filter(|path| path.is_file()) {
                let text = fs::read_to_string(&path).unwrap();
                assert!(
                    PAGES.iter().any(|page| page.texts.contains(&&*text)),
                    "{} is not listed",
                    path.display()
                );
            }
        }
        for (page, language) in PAGES.iter().flat_map(|page| Language::ALL.map(|language| (page, language))) {
            let text = plain(&page.text(language));
            assert!(text.len() > 1000 && !text.contains("<svg") && !text.contains("<!--"), "{}", page.name);
            assert!(!text.contains("](") && !text.contains("\n\n\n"), "{}", page.name);
        }
    }

    #[test]
    fn a_chinese_page_has_the_measurements_of_the_english_one() {
        const TEXTS: [&str; 2] = [
            "Text.\n\n<!-- measured -->\n\n| a |\n\n<!-- end -->\n\nMore.\n",
            "正文。\n\n<!-- measured -->\n\n还有。\n",
        ];
        let page = Page { name: "", title: ["", ""], texts: &TEXTS };
        assert_eq!(page.text(Language::English), TEXTS[0]);
        assert_eq!(page.text(Language::Chinese), "正文。\n\n<!-- measured -->\n\n\n| a |\n\n\n还有。\n");
    }

    #[test]
    fn every_algorithm_leads_to_a_page() {
        fn names<G: Subject>() -> Vec<&'static str> {
            G::ladder().iter().map(|rung| rung.name).collect()
        }
        for name in [names::<Xiangqi>(), names::<Reversi>(), names::<Gomoku>()].concat() {
            assert!(find(name).is_some(), "{name}");
        }
        let page = |name: &str| find(name).map(|page| page.name);
        assert_eq!(
            ["hash-groups", "Alpha_Beta", "tree-size", "tic-tac-toe"].map(page),
            [Some("hash"), Some("alphabeta"), Some("tree-size"), Some("tictactoe")]
        );
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pages");
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        for file in files.filter(|path| path.is_file()) {
            let text = fs::read_to_string(&file).unwrap();
            let name = file.file_stem().unwrap().to_str().unwrap();
            assert!(find(name).is_some_and(|page| page.texts[0] == text), "{name}");
        }
    }
}
