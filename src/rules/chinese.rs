// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words of explanations in Chinese, with the terms of the rule books: 将 check, 捉 chase, 兑 offer to exchange,
//! 献 offer of the moved man, 闲 idle move, 根 protector, 假根 false protector.

use super::explain::{Attack, Conduct, Deed, Fault, Man, Worth};
use super::game::Termination;
use super::repetition::RuleSet;
use super::wording::Words;
use crate::types::Color;

pub const WORDS: Words = Words {
    side,
    heading,
    deed,
    conduct,
    colon: "：",
    semicolon: "；",
    reason,
    ongoing: |to_move| format!("对局继续，轮到{}走棋", side(to_move)),
    warning: "；同一局面已出现两次",
    excuse,
    earlier,
};

fn side(side: Color) -> &'static str {
    match side {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

fn heading(occurrences: u8) -> &'static str {
    if occurrences < 3 {
        "同一局面第二次出现，其间各着："
    } else {
        "同一局面第三次出现，裁定其间各着："
    }
}

fn man(man: Man) -> String {
    // By index of the man; simplified characters for both sides.
    let name = ['帅', '将', '仕', '士', '相', '象', '马', '马', '车', '车', '炮', '炮', '兵', '卒']
        [man.piece as usize];
    format!("{name}{}", man.square)
}

fn men(all: &[Man]) -> String {
    all.iter().map(|&each| man(each)).collect::<Vec<_>>().join("、")
}

fn deed(deed: &Deed) -> String {
    if deed.checks {
        return "将".to_owned();
    }
    let mut parts: Vec<String> = deed.attacks.iter().map(attack).collect();
    if deed.offers_itself {
        parts.push(format!("献{}", man(deed.man)));
    }
    if !deed.chases() {
        parts.insert(0, "闲".to_owned());
    }
    parts.join("；")
}

fn attack(attack: &Attack) -> String {
    let (hunter, prey) = (man(attack.hunter), man(attack.prey));
    match &attack.worth {
        Worth::OnStronger => format!("{hunter}捉{prey}（子力较大，有根亦作捉）"),
        Worth::OnUnprotected(faults) if faults.is_empty() => format!("{hunter}捉{prey}（无根）"),
        Worth::OnUnprotected(faults) => {
            let faults: Vec<String> =
                faults.iter().map(|&(man, fault)| false_protector(man, fault)).collect();
            format!("{hunter}捉{prey}（假根：{}）", faults.join("，"))
        }
        Worth::OnProtected => format!("{hunter}攻{prey}，有根，不作捉"),
        Worth::Exchange => format!("{hunter}邀兑{prey}"),
        Worth::Unplayable => format!("{hunter}攻{prey}，受牵制不能吃，不作捉"),
        Worth::Exempt => format!("{hunter}攻{prey}，帅（将）和兵（卒）允许长捉"),
        Worth::OnHomePawn => format!("{hunter}攻{prey}，未过河，不作捉"),
        Worth::Old => format!("{hunter}攻{prey}，原已受攻，不作捉"),
    }
}

fn false_protector(protector: Man, fault: Fault) -> String {
    let man = man(protector);
    match fault {
        Fault::Pinned => format!("{man}被牵制"),
        Fault::InCheck => format!("吃子同时将军，{man}不能应将"),
        Fault::FacesKing => format!("{man}吃回则将帅照面"),
        Fault::WalksIntoAttack => format!("{man}吃回则自投被将"),
    }
}

fn conduct(conduct: &Conduct) -> String {
    match *conduct {
        Conduct::PerpetualCheck => "长将".to_owned(),
        Conduct::PerpetualChase(ref prey) => format!("长捉{}", men(prey)),
        Conduct::ChaseOfPinnedRook(ref prey) => format!("长捉被马牵制的{}", men(prey)),
        Conduct::Allowed { checks: 0, chases: 0, .. } => "闲着".to_owned(),
        Conduct::Allowed { checks: 0, idle: 0, .. } => "轮捉不同的子".to_owned(),
        Conduct::Allowed { checks, chases, idle } => {
            let counts = [(checks, "将"), (chases, "捉"), (idle, "闲")];
            let shares: Vec<_> = counts.into_iter().filter(|&(count, _)| count > 0).collect();
            let is_even = shares.iter().all(|share| share.0 == shares[0].0);
            let number = |count: usize| if is_even { "一".to_owned() } else { count.to_string() };
            shares.into_iter().map(|(count, word)| number(count) + word).collect()
        }
    }
}

fn reason(reason: Termination, color: Color) -> String {
    let side = side(color);
    match reason {
        Termination::Checkmate => format!("{side}被将死"),
        Termination::Stalemate => format!("{side}困毙"),
        Termination::PerpetualCheck => format!("{side}长将作负"),
        Termination::PerpetualChase => format!("{side}长捉作负"),
        Termination::Repetition => "循环局面，不变作和".to_owned(),
        Termination::NaturalLimit => "自然限着内未吃子，和棋".to_owned(),
        Termination::Material => "双方均无可过河的子，和棋".to_owned(),
    }
}

fn excuse(rules: RuleSet, has_checks: bool) -> &'static str {
    match rules {
        RuleSet::AlwaysDraw => "本规则下循环局面一律作和",
        RuleSet::CheckBan => "本规则只禁长将",
        RuleSet::Computer if has_checks => "循环中有将军而无人长将，本规则即判和",
        RuleSet::Computer => "本规则不分长捉轻重",
        RuleSet::Asian => "",
    }
}

fn earlier(moves: usize) -> String {
    if moves == 0 {
        "对局开始前已结束".to_owned()
    } else {
        format!("第{moves}着后对局已结束")
    }
}
