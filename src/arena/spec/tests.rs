// SPDX-License-Identifier: MIT OR Apache-2.0
//! Engine specifications: reading, writing, errors.

use super::*;

fn spec(text: &str) -> EngineSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_key_is_read() {
    let spec = spec(
        "cmd=./x --a b, name=new,proto=uci,ranks=1,option.UCI_Variant=xiangqi,option.Clear Hash=,dir=/p q,\
         ponder=true,restart=true,patience=0.5,tc=40/60+0.6,odds=1/8",
    );
    assert_eq!(spec.words(), ["./x", "--a", "b"]);
    assert_eq!((spec.name.as_deref(), spec.label().as_str()), (Some("new"), "new"));
    assert_eq!((spec.protocol, spec.ranks), (Some(Dialect::Uci), RankBase::One));
    let options = [("UCI_Variant", "xiangqi"), ("Clear Hash", "")];
    assert_eq!(EngineSpec::from_str("cmd=x,ranks=1").unwrap().protocol, Some(Dialect::Uci));
    assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(spec.directory, Some("/p q".into()));
    assert!(spec.ponder && spec.restart);
    assert_eq!(spec.patience, Some(Duration::from_millis(500)));
    assert_eq!(spec.limit, Some(SearchLimit::Clock("40/60+0.6".parse().unwrap())));
    assert_eq!(spec.limit_in(SearchLimit::Depth(3)).unwrap().to_string(), "40/7.5+0.075 s");
}

#[test]
fn quotes_group_words_and_protect_commas() {
    for (text, expected) in [
        ("cmd=\"./x --a b\"", vec!["./x", "--a", "b"]),
        ("cmd=./x --list \"1,2 3\" end", vec!["./x", "--list", "1,2 3", "end"]),
        ("cmd='\"./my engine\" --list=1,2'", vec!["./my engine", "--list=1,2"]),
        ("cmd=./x --name='a b'c", vec!["./x", "--name=a bc"]),
        ("cmd=C:\\engines\\x.exe", vec!["C:\\engines\\x.exe"]),
    ] {
        assert_eq!(spec(text).words(), expected, "{text}");
    }
    assert_eq!(spec("cmd=x,option.File=\"a,b\"").options[0].1, "a,b");
}

#[test]
fn an_engine_without_a_name_is_called_like_its_program() {
    for (command, expected) in
        [("/usr/games/fairy-stockfish", "fairy-stockfish"), ("C:\\e\\x.exe -a", "x"), ("self", "chuhe")]
    {
        assert_eq!(EngineSpec::new(command).label(), expected);
    }
}

#[test]
fn errors_name_the_cause() {
    for (text, expected) in [
        ("", "cmd is missing in ''"),
        ("name=a", "cmd is missing in 'name=a'"),
        ("cmd=", "cmd=: expected a text"),
        ("cmd=''", "cmd=: expected a text"),
        ("./x", "'./x' is not KEY=VALUE; a command is given as cmd=./x"),
        (
            "cmd=x,colour=red",
            "unknown key 'colour'; expected cmd, name, proto, ranks, tc, movetime, nodes, depth, odds, dir, ponder, restart, patience or option.NAME",
        ),
        ("cmd =x,cmd=y", "'cmd' is given twice"),
        ("cmd=x,proto=xboard", "proto=xboard: expected ucci, uci or detect"),
        ("cmd=x,ranks=2", "ranks=2: expected 0 or 1"),
        ("cmd=x,ponder=maybe", "ponder=maybe: expected true or false"),
        ("cmd=x,patience=inf", "patience=inf: expected a number of seconds from 0.001 to 604800"),
        ("cmd=x,odds=2", "odds=2: expected a share like 1/8"),
        ("cmd=x,nodes=0", "nodes=0: expected a number of nodes, at least 1"),
        ("cmd=x,tc=8+x", "tc=8+x: expected a time control like 8+0.08 or 40/60+0.6"),
        ("cmd=x,depth=101", "depth=101: expected a number of plies from 1 to 100"),
        (
            "cmd=x,tc=8,nodes=5",
            "'nodes=5': the engine has another limit already; give one of tc, movetime, nodes and depth",
        ),
        ("cmd=x \"y", "a quote is not closed in 'cmd=x \"y'"),
        ("cmd=\"x 'y\"", "a quote is not closed in 'x 'y'"),
    ] {
        assert_eq!(text.parse::<EngineSpec>().unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn specifications_read_back() {
    for text in [
        "cmd=self",
        "cmd=./x --a b,name=new,proto=uci,ranks=1,option.A=b,option.C=,dir=/p,ponder=true,restart=true,patience=0.5",
        "cmd=./x \"1,2 3\",name=\"a,b\"",
        "cmd='\"./my engine\" 1,2',proto=ucci",
        "cmd=x,tc=8+0.08,odds=1/8",
        "cmd=x,movetime=50",
        "cmd=x,nodes=50,odds=3/2",
        "cmd=x,depth=5",
    ] {
        assert_eq!(spec(text).to_string(), text);
    }
    assert_eq!(spec("cmd=\"./x\", name='n'").to_string(), "cmd=./x,name=n");
}
