import { UsageError } from './exit.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `90s`, `10m`, `2h`, `1d`; seconds when there is no unit. */
export function seconds(text: string, option: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (digits === undefined) throw new UsageError(`${option} takes a duration, for example 90s, 10m or 2h`);
  return Number(digits) * (SECONDS[unit] as number);
}
