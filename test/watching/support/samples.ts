/** Values of a scrape by series: `name{label="value"}`. */
export type Samples = ReadonlyMap<string, number>;

/** Reads the text format of Prometheus, in which a line is a comment, or a series and its value. */
export function samplesOf(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    }),
  );
}

export const metricsOf = async (adminUrl: string): Promise<string> =>
  (await fetch(`${adminUrl}/metrics`)).text();

/** What Prometheus stores of a scrape: all samples and `up`, which is 0 if the server does not answer. */
export async function scrape(adminUrl: string): Promise<Samples> {
  const text = await metricsOf(adminUrl).catch(() => undefined);
  return new Map([...samplesOf(text ?? ''), ['up', text === undefined ? 0 : 1]]);
}
