import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../conventions/time.ts';

/** Of one euro, around which the rate of a day moves. */
const USUAL = { USD: 1.08, GBP: 0.85, JPY: 163 } as const;

/** Days before and after now; reports that look back show converted amounts. */
const BEFORE = 420;
const AFTER = 7;

/** Plausible exchange rates for the reports of the demo. Returns the path of the file. */
export function writeRates(folder: string, now: number): string {
  const lines = ['date,currency,rate'];
  for (let day = -BEFORE; day <= AFTER; day += 1) {
    const date = new Date(now + day * DAY).toISOString().slice(0, 10);
    for (const [currency, usual] of Object.entries(USUAL))
      lines.push(`${date},${currency},${(usual * (1 + 0.015 * Math.sin(day / 19))).toFixed(4)}`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'rates.csv');
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}
