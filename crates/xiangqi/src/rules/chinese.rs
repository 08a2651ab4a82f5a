// SPDX-License-Identifier: MIT OR Apache-2.0
//! The phrases of explanations in Chinese, with the terms of the rule books: 将 check, 捉 chase, 兑 offer to
//! exchange, 献 offer of the moved piece, 闲 idle move, 根 protector, 假根 false protector.

use crate::rules::explain::Repetition;
use crate::rules::move_class::{
    Attack, AttackEffect, ClassifiedMove, MoveClass, PlacedPiece, ProtectorFault,
};
use crate::rules::outcome::Termination;
use crate::rules::repetition::Offence;
use crate::rules::rule_set::RuleSet;
use crate::rules::words::Words;
use crate::types::{Color, Language};

pub const WORDS: Words = Words {
    heading,
    classified_move,
    offence,
    colon: "：",
    semicolon: "；",
    termination,
    ongoing: |to_move| format!("对局继续，轮到{}走棋", side(to_move)),
    warning: "；同一局面已出现两次",
    exemption,
    ended_earlier,
};

fn side(side: Color) -> &'static str {
    side.word(Language::Chinese)
}

fn heading(occurrences: u8) -> &'static str {
    if occurrences < 3 {
        "同一局面第二次出现，其间着法如下："
    } else {
        "同一局面第三次出现，其间着法如下："
    }
}

fn piece(placed: PlacedPiece) -> String {
    format!("{}{}", placed.piece.word(Language::Chinese), placed.square)
}

fn pieces(all: &[PlacedPiece]) -> String {
    all.iter().map(|&each| piece(each)).collect::<Vec<_>>().join("、")
}

fn classified_move(mv: &ClassifiedMove) -> String {
    let class = mv.class();
    if class == MoveClass::Check {
        return "将".to_owned();
    }
    let mut parts: Vec<String> = mv.attacks.iter().map(attack).collect();
    if mv.offers_itself {
        parts.push(format!("献{}", piece(mv.piece)));
    }
    if class == MoveClass::Idle {
        parts.insert(0, "闲".to_owned());
    }
    parts.join("；")
}

fn attack(attack: &Attack) -> String {
    let (attacker, target) = (piece(attack.attacker), piece(attack.target));
    match &attack.effect {
        AttackEffect::OnStronger => format!("{attacker}捉{target}（子力价值更高，有根亦按捉论）"),
        AttackEffect::OnUnprotected(false_protectors) if false_protectors.is_empty() => {
            format!("{attacker}捉{target}（无根）")
        }
        AttackEffect::OnUnprotected(false_protectors) => {
            let faults: Vec<String> = false_protectors
                .iter()
                .map(|&(protector, fault)| false_protector(protector, fault))
                .collect();
            format!("{attacker}捉{target}（假根：{}）", faults.join("，"))
        }
        AttackEffect::OnProtected => format!("{attacker}攻{target}，有根，不作捉论"),
        AttackEffect::Exchange => format!("{attacker}邀兑{target}"),
        AttackEffect::Illegal => format!("{attacker}攻{target}，受牵制不能吃子，不作捉论"),
        AttackEffect::ExemptAttacker => format!("{attacker}攻{target}，将帅和兵卒允许长捉"),
        AttackEffect::OnHomePawn => format!("{attacker}攻{target}，未过河，不作捉论"),
        AttackEffect::Existing => format!("{attacker}攻{target}，原已受攻，不作捉论"),
    }
}

fn false_protector(protector: PlacedPiece, fault: ProtectorFault) -> String {
    let piece = piece(protector);
    match fault {
        ProtectorFault::Pinned => format!("{piece}被牵制"),
        ProtectorFault::InCheck => format!("吃子同时将军，{piece}不能应将"),
        ProtectorFault::FacesKing => format!("{piece}吃回则将帅照面"),
        ProtectorFault::WalksIntoCheck => format!("{piece}吃回则送将"),
    }
}

fn offence(repetition: &Repetition, side: Color) -> String {
    let chased = || pieces(&repetition.chased[side]);
    match repetition.offences[side] {
        Offence::PerpetualCheck => "长将".to_owned(),
        Offence::ChaseOfPinnedRook => format!("长捉被马牵制的{}", chased()),
        Offence::PerpetualChase => format!("长捉{}", chased()),
        Offence::None => summary(repetition, side),
    }
}

/// Summarises the moves of a side that does not offend: 一将一捉, 二将一闲.
fn summary(repetition: &Repetition, side: Color) -> String {
    let count = |class| repetition.count(side, class);
    match (count(MoveClass::Check), count(MoveClass::Chase), count(MoveClass::Idle)) {
        (0, 0, _) => "闲着".to_owned(),
        (0, _, 0) => "轮捉不同的子".to_owned(),
        (checks, chases, idle) => {
            let counts = [(checks, "将"), (chases, "捉"), (idle, "闲")];
            let parts: Vec<_> = counts.into_iter().filter(|&(count, _)| count > 0).collect();
            let is_even = parts.iter().all(|part| part.0 == parts[0].0);
            parts.into_iter().map(|(count, word)| numeral(if is_even { 1 } else { count }) + word).collect()
        }
    }
}

fn numeral(number: usize) -> String {
    const NUMERALS: [&str; 10] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];
    match number {
        1..=10 => NUMERALS[number - 1].to_owned(),
        _ => number.to_string(),
    }
}

fn termination(termination: Termination, loser: Color) -> String {
    let side = side(loser);
    match termination {
        Termination::Checkmate => format!("{side}被将死"),
        Termination::Stalemate => format!("{side}困毙"),
        Termination::PerpetualCheck => format!("{side}长将作负"),
        Termination::PerpetualChase => format!("{side}长捉作负"),
        Termination::Repetition => "循环局面，双方不变作和".to_owned(),
        Termination::NaturalLimit => "达到自然限着，作和".to_owned(),
        Termination::Material => "双方都没有能过河的棋子，作和".to_owned(),
    }
}

fn exemption(rules: RuleSet, any_check: bool) -> &'static str {
    match rules {
        RuleSet::AlwaysDraw => "本规则下循环局面一律作和",
        RuleSet::CheckBan => "本规则只禁止长将",
        RuleSet::Computer if any_check => "循环中有将军但无长将，本规则作和",
        RuleSet::Computer => "本规则不分长捉的轻重",
        RuleSet::Asian => "",
    }
}

fn ended_earlier(moves: usize) -> String {
    if moves == 0 {
        "对局开始前已结束".to_owned()
    } else {
        format!("第{moves}着后对局已结束")
    }
}
