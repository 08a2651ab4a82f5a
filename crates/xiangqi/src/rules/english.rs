// SPDX-License-Identifier: MIT OR Apache-2.0
//! The phrases of explanations in English.

use crate::rules::explain::Repetition;
use crate::rules::move_class::{
    Attack, AttackEffect, ClassifiedMove, MoveClass, PlacedPiece, ProtectorFault,
};
use crate::rules::outcome::Termination;
use crate::rules::repetition::Offence;
use crate::rules::rule_set::RuleSet;
use crate::rules::words::Words;
use crate::types::Color;

pub const WORDS: Words = Words {
    heading,
    classified_move,
    offence,
    colon: ": ",
    semicolon: "; ",
    termination,
    ongoing: |side| format!("the game goes on, {side} to move"),
    warning: "; the position has occurred twice",
    exemption,
    ended_earlier,
};

fn heading(occurrences: u8) -> &'static str {
    if occurrences < 3 {
        "The position occurs for the second time. Moves since the first occurrence:"
    } else {
        "The position occurs for the third time. Moves since the first occurrence:"
    }
}

fn piece(placed: PlacedPiece) -> String {
    format!("{} {}", placed.piece.kind(), placed.square)
}

fn pieces(all: &[PlacedPiece]) -> String {
    all.iter().map(|&each| piece(each)).collect::<Vec<_>>().join(" and ")
}

fn classified_move(mv: &ClassifiedMove) -> String {
    let class = mv.class();
    if class == MoveClass::Check {
        return "check".to_owned();
    }
    let mut parts: Vec<String> = mv.attacks.iter().map(attack).collect();
    if mv.offers_itself {
        parts.push(format!("{} offers itself", piece(mv.piece)));
    }
    if class == MoveClass::Idle {
        parts.insert(0, "idle".to_owned());
    }
    parts.join("; ")
}

fn attack(attack: &Attack) -> String {
    let (attacker, target) = (piece(attack.attacker), piece(attack.target));
    match &attack.effect {
        AttackEffect::OnStronger => {
            format!("{attacker} chases {target} (stronger piece, protection is irrelevant)")
        }
        AttackEffect::OnUnprotected(false_protectors) if false_protectors.is_empty() => {
            format!("{attacker} chases {target} (not protected)")
        }
        AttackEffect::OnUnprotected(false_protectors) => {
            let faults: Vec<String> = false_protectors
                .iter()
                .map(|&(protector, fault)| false_protector(protector, fault))
                .collect();
            format!("{attacker} chases {target} (false protection: {})", faults.join(", "))
        }
        AttackEffect::OnProtected => format!("{attacker} attacks {target}, which is protected"),
        AttackEffect::Exchange => format!("{attacker} offers to exchange itself for {target}"),
        AttackEffect::Illegal => {
            format!("{attacker} attacks {target}, but the capture would expose its king")
        }
        AttackEffect::ExemptAttacker => format!("{attacker} attacks {target}, as kings and pawns may"),
        AttackEffect::OnHomePawn => format!("{attacker} attacks {target}, which has not crossed the river"),
        AttackEffect::Existing => format!("{attacker} attacks {target}, which was already under attack"),
    }
}

fn false_protector(protector: PlacedPiece, fault: ProtectorFault) -> String {
    let piece = piece(protector);
    match fault {
        ProtectorFault::Pinned => format!("{piece} is pinned"),
        ProtectorFault::InCheck => format!("{piece} cannot answer the check that the capture gives"),
        ProtectorFault::FacesKing => format!("{piece} would face the other king"),
        ProtectorFault::WalksIntoCheck => format!("{piece} would step into check"),
    }
}

fn offence(repetition: &Repetition, side: Color) -> String {
    let chased = || pieces(&repetition.chased[side]);
    match repetition.offences[side] {
        Offence::PerpetualCheck => "perpetual check".to_owned(),
        Offence::ChaseOfPinnedRook => format!("perpetual chase of {}, pinned by a horse", chased()),
        Offence::PerpetualChase => format!("perpetual chase of {}", chased()),
        Offence::None => summary(repetition, side),
    }
}

/// Summarises the moves of a side that does not offend.
fn summary(repetition: &Repetition, side: Color) -> String {
    let count = |class| repetition.count(side, class);
    match (count(MoveClass::Check), count(MoveClass::Chase), count(MoveClass::Idle)) {
        (0, 0, _) => "idle moves".to_owned(),
        (0, _, 0) => "chases different pieces in turn".to_owned(),
        (checks, chases, idle) => {
            let counts = [(checks, "check"), (chases, "chase"), (idle, "idle move")];
            let parts = counts.into_iter().filter(|&(count, _)| count > 0);
            let plural = |count| if count > 1 { "s" } else { "" };
            let parts: Vec<_> =
                parts.map(|(count, word)| format!("{count} {word}{}", plural(count))).collect();
            parts.join(", ")
        }
    }
}

fn termination(termination: Termination, loser: Color) -> String {
    match termination {
        Termination::Checkmate => format!("{loser} is checkmated"),
        Termination::Stalemate => format!("{loser} is stalemated, which loses"),
        Termination::PerpetualCheck => format!("{loser} loses by perpetual check"),
        Termination::PerpetualChase => format!("{loser} loses by perpetual chase"),
        Termination::Repetition => "repetition".to_owned(),
        Termination::NaturalLimit => "the natural limit of plies without a capture is reached".to_owned(),
        Termination::Material => "neither side has a piece that can cross the river".to_owned(),
    }
}

fn exemption(rules: RuleSet, any_check: bool) -> &'static str {
    match rules {
        RuleSet::AlwaysDraw => "these rules draw every repetition",
        RuleSet::CheckBan => "these rules ban only perpetual check",
        RuleSet::Computer if any_check => {
            "these rules draw a repetition that contains a check but no perpetual check"
        }
        RuleSet::Computer => "these rules do not grade perpetual chases",
        RuleSet::Asian => "",
    }
}

fn ended_earlier(moves: usize) -> String {
    match moves {
        0 => "The game was over before its first move".to_owned(),
        1 => "The game was over after its first move".to_owned(),
        _ => format!("The game was over after {moves} moves"),
    }
}
