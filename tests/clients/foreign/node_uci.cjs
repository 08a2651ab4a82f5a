// SPDX-License-Identifier: MIT OR Apache-2.0
// node-uci for foreign/others.py: each line of input is a position and its moves, or `quit`; each is answered by the best
// move. NODE_PATH has the package; the argument is the program.
const { Engine } = require("node-uci");
const readline = require("readline");

async function main() {
    const engine = new Engine(process.argv[2]);
    const chain = engine.chain().init().setoption("Hash", 16).setoption("MultiPV", 3).isready().ucinewgame();
    const { bestmove, info } = await chain.position("startpos", ["h2e2", "h9g7"]).go({ depth: 6 });
    const lines = info.filter(({ depth, score }) => depth === 6 && score?.unit === "cp");
    if (!bestmove || lines.length !== 3) throw new Error(`three lines asked for: ${JSON.stringify(info)}`);
    await engine.setoption("MultiPV", 1);

    const emitter = engine.goInfinite();
    await new Promise((resolve) => emitter.on("data", ({ depth }) => depth >= 4 && resolve()));
    const stopped = await engine.stop();
    if (!stopped.bestmove) throw new Error(`no move after stop: ${JSON.stringify(stopped)}`);
    console.log(`${engine.id.name}; ${engine.options.size}`);

    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [fen, moves] = line.split(",");
        await engine.position(fen, moves.split(" ").filter(Boolean));
        console.log((await engine.go({ movetime: 20 })).bestmove);
    }
    await engine.quit();
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
