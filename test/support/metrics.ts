/** One line of the text that Prometheus reads. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

export const samplesIn = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = LINE.exec(line) ?? [];
      return { name, labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])), value: Number(value) };
    });

/** Returns the sum of the samples with these labels, and undefined if there is none. */
export function sampleIn(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const values = samplesIn(text)
    .filter((sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .map(({ value }) => value);
  return values.length ? values.reduce((sum, value) => sum + value) : undefined;
}
