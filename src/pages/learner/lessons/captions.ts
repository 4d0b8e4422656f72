/** The line with the times of a cue. SRT has a comma where WebVTT has a dot. Hours may be missing. */
const TIMES = /^((?:\d{1,3}:)?\d{1,2}:\d{2})[,.](\d{3}) --> ((?:\d{1,3}:)?\d{1,2}:\d{2})[,.](\d{3})(?: .{0,200})?$/;

/** Returns a text in SRT or WebVTT as WebVTT, the only format that browsers read, or null if it is neither. */
export function asWebVtt(bytes: Uint8Array): string | null {
  const text = decoded(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n');
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return text;
  let cues = 0;
  const lines = text.split('\n').map((line) => {
    const found = TIMES.exec(line.trim().replaceAll(/\s+/g, ' '));
    if (!found) return line.replaceAll('-->', '→');
    cues += 1;
    const [, from = '', fromMs, to = '', toMs] = found;
    return `${padded(from)}.${fromMs} --> ${padded(to)}.${toMs}`;
  });
  return cues > 0 ? `WEBVTT\n\n${lines.join('\n').trim()}\n` : null;
}

/** Pads minutes and hours to at least two digits. */
const padded = (time: string): string =>
  time
    .split(':')
    .map((part) => part.padStart(2, '0'))
    .join(':');

/** Decodes the text of a file. Old files are not UTF-8, and do not declare their encoding. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
