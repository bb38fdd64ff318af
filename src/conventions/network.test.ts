import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each<[string, readonly string[]]>([
  [
    '2001:db8:1:2',
    [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::',
      '2001:0db8:0001:0002:0:0:0:9',
      '2001:DB8:1:2::1%eth0',
      '2001:db8:1:2::192.0.2.1',
    ],
  ],
  ['2001:db8:0:0', ['2001:db8::', '2001:db8::1', '2001:db8:0:0:1::']],
  ['192.0.2.1', ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1']],
  ['0:0:0:0', ['::1', '::', '::fffe:c000:201']],
  ['fe80:0:0:0', ['fe80::1%eth0', 'fe80::ffff:192.0.2.1']],
  // Not addresses: counted as they are.
  ['', ['']],
  ['a:b', ['a:b']],
  ['192.0.2.2', ['192.0.2.2']],
])('%s is the network of %s', (network, addresses) => {
  for (const address of addresses) expect(networkOf(address)).toBe(network);
  expect(networkOf(network)).toBe(network);
});
