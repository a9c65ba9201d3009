// The library for browsers and Node: one WebAssembly module, and a function for each verb.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What was asked breaks a rule: `clause` names it, INPUT is for what is no request. */
export class Refused extends Error {
    constructor(clause, message) {
        super(`${clause}: ${message}`);
        this.name = 'Refused';
        this.clause = clause;
        this.reason = message;
    }
}

// The C library's own words before it stops. Nothing else is written, and nothing is read.
const imports = {
    wasi_snapshot_preview1: {
        fd_close: () => 8,
        fd_seek: () => 8,
        fd_write: () => 8,
    },
};

async function compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
    const url = source ?? new URL('./uth.wasm', import.meta.url);
    if (String(url).startsWith('file:')) {
        const { readFile } = await import('node:fs/promises');
        return WebAssembly.compile(await readFile(new URL(url)));
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** `source`: an address, the bytes or a compiled module; the file beside this one where it is left out. */
export async function load(source) {
    return new Uth(await compile(source));
}

export class Uth {
    #module;
    #c;
    #caller;

    constructor(module) {
        this.#module = module;
        this.#start();
    }

    // An instance that has stopped, be it out of memory, is not asked again.
    #start() {
        this.#c = new WebAssembly.Instance(this.#module, imports).exports;
        this.#c._initialize();
        this.#caller = this.#c.uth_caller_open();
    }

    #run(work) {
        try {
            return work(this.#c);
        } catch (error) {
            if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) this.#start();
            throw error;
        }
    }

    // Bytes with a zero behind them, as C has texts.
    #put(bytes) {
        const at = this.#c.malloc(bytes.length + 1);
        if (at === 0) throw new RangeError('out of memory');
        const memory = new Uint8Array(this.#c.memory.buffer);
        memory.set(bytes, at);
        memory[at + bytes.length] = 0;
        return at;
    }

    #take(at) {
        if (at === 0) throw new RangeError('out of memory');
        const memory = new Uint8Array(this.#c.memory.buffer);
        const text = decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
        this.#c.uth_free(at);
        return text;
    }

    /** One call as text: a JSON object in, a JSON document out. A refusal is a document, too. */
    callText(verb, request) {
        if (String(verb).includes('\0')) throw new Refused('INPUT', 'verb: a name has no zero byte');
        const bytes = encoder.encode(String(request));
        return this.#run((c) => {
            const name = this.#put(encoder.encode(String(verb)));
            const text = this.#put(bytes);
            const answer = this.#take(c.uth_caller_call(this.#caller, name, text, bytes.length));
            c.free(name);
            c.free(text);
            return answer;
        });
    }

    /** One call with objects; throws Refused. */
    call(verb, request = {}) {
        const answer = JSON.parse(this.callText(verb, JSON.stringify(request)));
        if (answer.error?.clause !== undefined && answer.ok !== false) {
            throw new Refused(answer.error.clause, answer.error.message);
        }
        return answer;
    }

    evaluate(cards) {
        return this.call('eval', { cards });
    }
    odds(request) {
        return this.call('odds', request);
    }
    par(request) {
        return this.call('par', request);
    }
    placard(rules) {
        return this.call('placard', { rules });
    }
    rules(request) {
        return this.call('rules', request);
    }
    settle(round) {
        return this.call('settle', round);
    }
    simulate(request) {
        return this.call('simulate', request);
    }
    strategy(request) {
        return this.call('strategy', request);
    }

    /** The strengths of many hands: seven bytes each, rank * 4 + suit. */
    evaluateMany(cards) {
        const count = cards.length / 7;
        if (!Number.isInteger(count)) {
            throw new Refused('INPUT', `cards: ${cards.length} bytes are not seven for each hand`);
        }
        return this.#run((c) => {
            const given = this.#put(cards);
            const out = c.malloc(2 * count + 1);
            if (out === 0) throw new RangeError('out of memory');
            const done = c.uth_hands_of_seven(given, count, out);
            const hands = new Uint16Array(c.memory.buffer.slice(out, out + 2 * count));
            c.free(given);
            c.free(out);
            if (done !== count) throw new Refused('HAND-1', `hand ${done} is not seven different cards`);
            return hands;
        });
    }
}
