import { tlsFiles } from '../listeners/tls.ts';
import { type Check, type Finding, failuresOf, ok, orOk, warning } from './findings.ts';

const REMEDY =
  'configure its certificate, or end TLS in a proxy on this machine that passes the header Host on';

/** Over plain HTTP, browsers send the cookie and Sec-Fetch-Site only to names of this machine. */
export const console: Check = ({ settings }) => {
  const { enabled, names } = settings.console;
  if (!enabled) return [ok('the consoles are off')];
  if (names.length === 0) return [ok('browsers use the names of this machine and the bound addresses')];
  const found = (['adminTls', 'tls'] as const).flatMap((setting): readonly Finding[] => {
    try {
      if (tlsFiles(setting, settings[setting]) !== undefined) return [];
    } catch (error) {
      return failuresOf(error, 'name a PEM chain and its key, readable by the server');
    }
    const text = `console.names is set and ${setting} is not: nobody can sign in under such a name without TLS`;
    return [warning(text, REMEDY)];
  });
  return orOk(found, `browsers may use ${names.join(', ')}`);
};
