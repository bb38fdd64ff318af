import { X509Certificate } from 'node:crypto';
import { daysOf, type Finding, failure, ok, warning } from './finding.ts';

/** Days before its end at which a certificate should have been renewed. */
const RENEW = 21;
const RENEW_NOW = 7;

/** How long the first certificate of a PEM text lasts; `name` is the setting and its file. */
export function validity(name: string, pem: string, now: number, remedy: string): Finding {
  const { validFromDate, validToDate } = new X509Certificate(pem);
  if (now < validFromDate.getTime()) return failure(`${name} is not valid yet`, 'check the clock');
  const left = validToDate.getTime() - now;
  if (left < 0) return failure(`${name} has ended`, remedy);
  const text = `${name} ends in ${daysOf(left)} days`;
  if (daysOf(left) >= RENEW) return ok(text);
  return daysOf(left) >= RENEW_NOW ? warning(text, remedy) : failure(text, remedy);
}
