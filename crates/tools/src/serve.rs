// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe serve`: the board in the browser.

use super::failure::{CommandResult, Failure, warn};
use super::interrupt;
use super::options::{NetworkArgs, TableArgs, hash_mb, open_files, threads};
use chuhe::book::Books;
use chuhe::engine::DEFAULT_HASH_MB;
use chuhe_board::Knowledge;
use chuhe_board::serve::{DEFAULT_PORT, EngineConfig, ServeConfig, Server, running_at};
use chuhe_console::number;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::types::{Bilingual, bilingual};

/// Play, analyse and review on a board in the browser
///
/// Everything the page needs is part of the program; no network is required. Only this machine can connect,
/// unless --host is given. Ctrl-C ends it. The browser keeps the games, for each address of the page its own.
#[derive(clap::Args)]
#[command(after_help = "\
The first line of the output is the address of the page.

Examples:
  chuhe serve --open
  chuhe serve --port 8000 --threads 2 --hash 256
  chuhe serve --host 0.0.0.0")]
pub struct ServeArgs {
    /// Port to listen on; 0: any free one, where the browser has other games than at the next start
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT, value_parser = number::<u16>(0..=i64::from(u16::MAX)))]
    port: u16,
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
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u16>(1..=64))]
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

pub fn run(args: &ServeArgs) -> CommandResult {
    let (files, books) = open_files(&args.books)?.into_iter().unzip();
    let engines = EngineConfig {
        threads: args.threads.map_or_else(spare_cores, usize::from),
        hash_mb: args.hash,
        most: args.analyses.into(),
        network: args.network.network(),
        books: files,
    };
    let knowledge = Knowledge { books: Books::new(books), tables: args.tables.open()? };
    let config = ServeConfig { host: args.host, port: args.port, engines, knowledge };
    let server = Server::bind(config).map_err(|error| not_bound(args, error))?;
    let url = server.url();
    let stopper = server.stopper();
    interrupt::watch(move || stopper.stop());
    writeln!(io::stdout(), "{url}")?;
    io::stdout().flush()?;
    if !args.host.is_loopback() {
        warn(bilingual!(
            "everyone who gets this address can use the engine; the connection is not encrypted",
            "任何得到此地址的人都能使用引擎；连接未加密",
        ));
    }
    if args.port == 0 {
        warn(bilingual!(
            "the browser keeps the games of each port apart; without --port 0 they are found again",
            "浏览器按端口分别保存对局；不用 --port 0 才能再找到它们",
        ));
    }
    if args.open {
        open_page(&url);
    }
    server.run();
    Ok(ExitCode::SUCCESS)
}

fn open_page(url: &str) {
    if let Err(error) = open::that_detached(url) {
        warn(Bilingual::from(error).within(&bilingual!("cannot open the browser", "无法打开浏览器")));
    }
}

/// The failure of a server that cannot listen. If the port is another chuhe's, its page is the one with the
/// games: `--open` opens it.
fn not_bound(args: &ServeArgs, error: io::Error) -> Failure {
    let address = SocketAddr::new(args.host, args.port).to_string();
    if error.kind() != io::ErrorKind::AddrInUse {
        return Failure::Job(Bilingual::from(error).at(address));
    }
    let running = running_at(args.host, args.port);
    if let Some(url) = running.as_ref().filter(|_| args.open) {
        open_page(url);
    }
    let problem = match &running {
        Some(url) => bilingual!(
            "another chuhe serves its page here: {url} (--port chooses another port, with other games)",
            "另一个 chuhe 已在此提供页面：{url}（用 --port 另选端口，对局也另存）"
        ),
        None => bilingual!(
            "another program uses this port; choose one with --port",
            "此端口已被别的程序占用；请用 --port 另选"
        ),
    };
    Failure::Job(problem.at(address))
}

/// All processors but one, which is left to the browser.
fn spare_cores() -> usize {
    chuhe::threads::cores().saturating_sub(1).max(1)
}
