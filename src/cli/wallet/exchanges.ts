import type { Exchange } from '../../wallet/index.ts';

/** Longest text that is shown of a value. */
const SHOWN = 120;

function shorten(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= SHOWN) return value;
  return `${value.slice(0, SHOWN)}… (${value.length} characters)`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, shorten), null, 2);
  } catch {
    return text.slice(0, SHOWN);
  }
}

/** Shows an exchange to people, on the error stream. */
export function showExchange({ url, request, answer, milliseconds }: Exchange): void {
  const time = `${milliseconds.toFixed(1)} ms`;
  const answered = answer ? `< ${answer.status}  ${time}\n${pretty(answer.text)}` : `< no answer  ${time}`;
  process.stderr.write(`> POST ${url}\n${pretty(request)}\n${answered}\n\n`);
}
