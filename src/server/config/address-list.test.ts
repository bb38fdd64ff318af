import { describe, expect, it } from 'vitest';
import { addressList } from './address-list.ts';
import { SettingsError } from './settings-error.ts';

describe('The addresses of trusted proxies', () => {
  const isProxy = addressList('issuer.callers.proxies', [
    '10.1.2.3',
    '192.168.0.0/16',
    '2001:db8::/32',
    '::1',
    'fe80::1',
    '::ffff:10.9.0.1',
  ]);

  it.each([
    '10.1.2.3',
    '192.168.255.255',
    '2001:db8:ffff::1',
    '::1',
    '::ffff:10.1.2.3',
    '::ffff:192.168.1.1',
    '::ffff:a01:203',
    '10.9.0.1',
    'fe80::1%eth0',
  ])('%s is the address of a trusted proxy', (address) => {
    expect(isProxy(address)).toBe(true);
  });

  it.each([
    '10.1.2.4',
    '192.169.0.1',
    '2001:db9::1',
    '::2',
    '::ffff:10.1.2.4',
    'fe80::2%eth0',
    '127.0.0.1',
    '',
    'proxy',
    undefined,
  ])('%s is refused as a network address', (address) => {
    expect(isProxy(address)).toBe(false);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0/8', '2001:db8::/129', '10.0.0.1/', '/8', '', '10.0.0.1 '])(
    'the setting %j is refused for trusted proxies',
    (text) => {
      expect(() => addressList('issuer.callers.proxies', [text])).toThrow(SettingsError);
    },
  );
});
