import { addressList, PROXIES } from '../config/address-list.ts';
import { readCallerKeys } from '../issuer/issuer-callers.ts';
import { issuerTlsFiles, readTlsFiles, tlsFiles } from '../listeners/tls.ts';
import {
  type Check,
  type Finding,
  failuresOf,
  ok,
  orOk,
  type Subject,
  validity,
  warning,
} from './findings.ts';

const REMEDY = 'renew it; the files are read again without a restart';

/** An https address without TLS here means a proxy: without the header, all callers share the limits of its address. */
function withoutAddress({ oauth, tls: own }: Subject['settings']): readonly Finding[] {
  const { issuerUrl, addressHeader } = oauth;
  if (own?.certificate !== undefined || addressHeader !== undefined || !issuerUrl?.startsWith('https:'))
    return [];
  return [
    warning(
      'a proxy ends TLS (oauth.issuerUrl is https, tls is absent), and all callers share the limits of its address',
      'set oauth.addressHeader to the header in which the proxy sends the address of the caller',
    ),
  ];
}

/** Checks that each certificate matches its key. */
export const tls: Check = ({ settings, now }) => {
  const listeners = [
    () => tlsFiles('tls', settings.tls),
    () => (settings.issuer.port === undefined ? undefined : issuerTlsFiles(settings)),
    () => tlsFiles('adminTls', settings.adminTls),
  ];
  const all = listeners.flatMap((filesOf) => {
    try {
      const files = filesOf();
      if (files === undefined) return [];
      const name = `${files.setting}.certificate (${files.certificate})`;
      return [validity(name, readTlsFiles(files).cert, now, REMEDY)];
    } catch (error) {
      return failuresOf(error, 'name a PEM chain and its key, readable by the server');
    }
  });
  // Two listeners may use the same files, so equal findings are reported once.
  const distinct = new Map(all.map((finding) => [finding.text, finding]));
  return orOk([...distinct.values(), ...withoutAddress(settings)], 'no listener has TLS of its own');
};

const ROTATION = 'pin the next certificate before the current one ends';

function credentials({ settings }: Subject): readonly Finding[] {
  const { pins, proxies, jwks } = settings.issuer.callers;
  addressList(PROXIES, proxies);
  const findings: Finding[] = [];
  if (pins.length > 0) {
    findings.push(ok(`${pins.length} client certificates are pinned, ${proxies.length} proxies are trusted`));
    if (new Set(pins).size < pins.length)
      findings.push(warning('a pin is repeated in issuer.callers.pins', ROTATION));
  }
  if (jwks !== undefined) {
    findings.push(ok(`${readCallerKeys(jwks).keys.length} keys for bearer tokens are in ${jwks}`));
  }
  return findings;
}

/** The credentials of callers of the issuer panel. */
export const callers: Check = (subject) => {
  try {
    const findings = credentials(subject);
    if (findings.length > 0) return findings;
  } catch (error) {
    return failuresOf(error, 'correct the setting');
  }
  const text =
    'everyone who reaches the issuer interface may call it: no certificate, token or key is asked for';
  return [warning(text, 'set issuer.callers before other machines can reach it')];
};
