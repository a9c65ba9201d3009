// Sounds of a table, made where they are heard: no file is fetched. Loaded when somebody asks for sound.
export type Sound = 'card' | 'chip' | 'turn' | 'win' | 'jackpot';

interface Tone {
    hertz: number;
    at: number; // seconds from now
    lasts: number;
    loud: number;
}

const tones: Record<Exclude<Sound, 'card'>, Tone[]> = {
    chip: [
        { hertz: 3150, at: 0, lasts: 0.05, loud: 0.16 },
        { hertz: 4200, at: 0.035, lasts: 0.06, loud: 0.12 },
    ],
    turn: [
        { hertz: 660, at: 0, lasts: 0.12, loud: 0.1 },
        { hertz: 880, at: 0.1, lasts: 0.18, loud: 0.1 },
    ],
    win: [523, 659, 784, 1047].map((hertz, i) => ({ hertz, at: i * 0.09, lasts: 0.3, loud: 0.12 })),
    jackpot: [523, 659, 784, 1047, 784, 1047, 1319, 1568].map((hertz, i) => ({
        hertz,
        at: i * 0.13,
        lasts: 0.6,
        loud: 0.14,
    })),
};

let context: AudioContext | null = null;

function tone(audio: AudioContext, { hertz, at, lasts, loud }: Tone): void {
    const from = audio.currentTime + at;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.type = 'triangle';
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(loud, from);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(from);
    oscillator.stop(from + lasts);
}

/** A card slides on cloth: a short hiss. */
function slide(audio: AudioContext): void {
    const lasts = 0.07;
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) {
        samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
    }
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    const gain = audio.createGain();
    filter.type = 'bandpass';
    filter.frequency.value = 2600;
    gain.gain.value = 0.22;
    source.buffer = buffer;
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start();
}

/** Browsers keep silent until somebody has clicked: then this does nothing. */
export function playSound(sound: Sound): void {
    context ??= new AudioContext();
    if (context.state === 'suspended') {
        void context.resume();
    }
    if (sound === 'card') {
        slide(context);
    } else {
        for (const one of tones[sound]) {
            tone(context, one);
        }
    }
}
