// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words of explanations in English.

use super::explain::{Attack, Conduct, Deed, Fault, Man, Worth};
use super::game::Termination;
use super::repetition::RuleSet;
use super::wording::Words;
use crate::types::{Color, PieceKind};

pub const WORDS: Words = Words {
    side,
    heading,
    deed,
    conduct,
    colon: ": ",
    semicolon: "; ",
    reason,
    ongoing: |side| format!("the game goes on with {side}'s move"),
    warning: "; its position stands for the second time",
    excuse,
    earlier,
};

fn side(side: Color) -> &'static str {
    match side {
        Color::Red => "red",
        Color::Black => "black",
    }
}

fn heading(occurrences: u8) -> &'static str {
    if occurrences < 3 {
        "The position stands for the second time. Since the first:"
    } else {
        "The position stands for the third time. Judged are the moves since the first:"
    }
}

fn man(man: Man) -> String {
    let kind = match man.piece.kind() {
        PieceKind::King => "king",
        PieceKind::Advisor => "advisor",
        PieceKind::Elephant => "elephant",
        PieceKind::Horse => "horse",
        PieceKind::Rook => "rook",
        PieceKind::Cannon => "cannon",
        PieceKind::Pawn => "pawn",
    };
    format!("{kind} {}", man.square)
}

fn men(all: &[Man]) -> String {
    all.iter().map(|&each| man(each)).collect::<Vec<_>>().join(" and ")
}

fn deed(deed: &Deed) -> String {
    if deed.checks {
        return "check".to_owned();
    }
    let mut parts: Vec<String> = deed.attacks.iter().map(attack).collect();
    if deed.offers_itself {
        parts.push(format!("{} offers itself", man(deed.man)));
    }
    if !deed.chases() {
        parts.insert(0, "idle".to_owned());
    }
    parts.join("; ")
}

fn attack(attack: &Attack) -> String {
    let (hunter, prey) = (man(attack.hunter), man(attack.prey));
    match &attack.worth {
        Worth::OnStronger => format!("{hunter} chases {prey} (stronger piece, protection is irrelevant)"),
        Worth::OnUnprotected(faults) if faults.is_empty() => {
            format!("{hunter} chases {prey} (not protected)")
        }
        Worth::OnUnprotected(faults) => {
            let faults: Vec<String> =
                faults.iter().map(|&(man, fault)| false_protector(man, fault)).collect();
            format!("{hunter} chases {prey} (protected in appearance only: {})", faults.join(", "))
        }
        Worth::OnProtected => format!("{hunter} attacks {prey}, which is protected"),
        Worth::Exchange => format!("{hunter} offers {prey} an exchange"),
        Worth::Unplayable => format!("{hunter} attacks {prey}, but may not leave its king"),
        Worth::Exempt => format!("{hunter} attacks {prey}, as kings and pawns may for ever"),
        Worth::OnHomePawn => format!("{hunter} attacks {prey}, which has not crossed the river"),
        Worth::Old => format!("{hunter} attacks {prey}, which was under attack before"),
    }
}

fn false_protector(protector: Man, fault: Fault) -> String {
    let man = man(protector);
    match fault {
        Fault::Pinned => format!("{man} is pinned"),
        Fault::InCheck => format!("{man} could not answer the check of the capture"),
        Fault::FacesKing => format!("{man} would face the other king"),
        Fault::WalksIntoAttack => format!("{man} would step into another attack"),
    }
}

fn conduct(conduct: &Conduct) -> String {
    match *conduct {
        Conduct::PerpetualCheck => "perpetual check".to_owned(),
        Conduct::PerpetualChase(ref prey) => format!("perpetual chase of {}", men(prey)),
        Conduct::ChaseOfPinnedRook(ref prey) => {
            format!("perpetual chase of {}, pinned by a horse", men(prey))
        }
        Conduct::Allowed { checks: 0, chases: 0, .. } => "idle moves".to_owned(),
        Conduct::Allowed { checks: 0, idle: 0, .. } => "chases different men in turn".to_owned(),
        Conduct::Allowed { checks, chases, idle } => {
            let counts = [(checks, "check"), (chases, "chase"), (idle, "idle move")];
            let parts = counts.into_iter().filter(|&(count, _)| count > 0);
            let plural = |count| if count > 1 { "s" } else { "" };
            let parts: Vec<_> =
                parts.map(|(count, word)| format!("{count} {word}{}", plural(count))).collect();
            parts.join(", ")
        }
    }
}

fn reason(reason: Termination, side: Color) -> String {
    match reason {
        Termination::Checkmate => format!("{side} is checkmated"),
        Termination::Stalemate => format!("{side} has no legal move, which loses"),
        Termination::PerpetualCheck => format!("{side} loses by perpetual check"),
        Termination::PerpetualChase => format!("{side} loses by perpetual chase"),
        Termination::Repetition => "repetition".to_owned(),
        Termination::NaturalLimit => "no capture for too long (the natural limit)".to_owned(),
        Termination::Material => "neither side has a man that can cross the river".to_owned(),
    }
}

fn excuse(rules: RuleSet, has_checks: bool) -> &'static str {
    match rules {
        RuleSet::AlwaysDraw => "these rules draw every repetition",
        RuleSet::CheckBan => "these rules ban perpetual check alone",
        RuleSet::Computer if has_checks => {
            "a check occurs and nobody checks with every move, so these rules look no further"
        }
        RuleSet::Computer => "these rules know no grades of chases",
        RuleSet::Asian => "",
    }
}

fn earlier(moves: usize) -> String {
    match moves {
        0 => "The game was over before its first move".to_owned(),
        1 => "The game was over after its first move".to_owned(),
        _ => format!("The game was over after {moves} moves"),
    }
}
