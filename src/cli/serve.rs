// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe serve`: the board in the browser.

use super::failure::{CommandResult, Failure, warn};
use super::interrupt;
use super::options::{NetworkArgs, TableArgs, hash_mb, open_files, threads};
use anyhow::Context;
use chuhe::board::Knowledge;
use chuhe::book::Books;
use chuhe::engine::DEFAULT_HASH_MB;
use chuhe::serve::{DEFAULT_PORT, EngineConfig, ServeConfig, Server};
use clap::value_parser;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::text;
use xiangqi::types::Language;

/// Play, analyse and review on a board in the browser
///
/// Everything the page needs is part of the program; no network is required. Only this machine can connect,
/// unless --host is given. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "\
The first line of the output is the address of the page.

Examples:
  chuhe serve --open
  chuhe serve --port 8000 --threads 2 --hash 256
  chuhe serve --host 0.0.0.0")]
pub struct ServeArgs {
    /// Port to listen on [default: 8088, or a free one if it is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Address to listen on; beyond this machine, the page's address contains a token that is required
    /// [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), hide_default_value = true)]
    host: IpAddr,
    /// Search threads [default: one less than there are processors]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<u16>,
    /// Size of each transposition table in MiB
    #[arg(
        long,
        value_name = "MB",
        default_value_t = DEFAULT_HASH_MB,
        value_parser = hash_mb()
    )]
    hash: usize,
    /// Number of searches at a time, for several pages or people
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..=64))]
    analyses: u16,
    /// Opening book; give the option again for more books [default: chuhe.book beside the program, if it
    /// exists]
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &ServeArgs, language: Language) -> CommandResult {
    let (files, books) = open_files(&args.books)?.into_iter().unzip();
    let engines = EngineConfig {
        threads: args.threads.map_or_else(spare_cores, usize::from),
        hash_mb: args.hash,
        most: args.analyses.into(),
        network: args.network.network(),
        books: files,
    };
    let knowledge = Knowledge { books: Books::new(books), tables: args.tables.open()? };
    let server = Server::bind(ServeConfig { host: args.host, port: args.port, engines, knowledge })
        .with_context(|| SocketAddr::new(args.host, args.port.unwrap_or(DEFAULT_PORT)).to_string())
        .map_err(Failure::Job)?;
    let url = server.url();
    let stopper = server.stopper();
    interrupt::watch(move || stopper.stop());
    writeln!(io::stdout(), "{url}")?;
    io::stdout().flush()?;
    if !args.host.is_loopback() {
        warn(&language.pick(
            "everyone who gets this address can use the engine; the connection is not encrypted",
            "任何得到此地址的人都能使用引擎；连接未加密",
        ));
    }
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        warn(&text!(language, "cannot open the browser: {error}", "无法打开浏览器：{error}"));
    }
    server.run();
    Ok(ExitCode::SUCCESS)
}

/// All processors but one, which is left to the browser.
fn spare_cores() -> usize {
    chuhe::threads::cores().saturating_sub(1).max(1)
}
