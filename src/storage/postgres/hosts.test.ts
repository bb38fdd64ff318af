import { expect, it } from 'vitest';
import { hostUrls } from './hosts.ts';

it.each<readonly [string, readonly string[]]>([
  ['postgres://me@db/diptych', ['postgres://me@db/diptych']],
  ['postgres:///diptych?host=/run/postgresql', ['postgres:///diptych?host=/run/postgresql']],
  [
    'postgres://me@a:5432,b:5433/diptych?sslmode=verify-full',
    ['postgres://me@a:5432/diptych?sslmode=verify-full', 'postgres://me@b:5433/diptych?sslmode=verify-full'],
  ],
  [
    'postgresql://me:p%40,@a,[::1]:6000,c',
    ['postgresql://me:p%40,@a', 'postgresql://me:p%40,@[::1]:6000', 'postgresql://me:p%40,@c'],
  ],
  [
    'postgres:///d?host=a,/run/postgresql&port=5432,5433',
    ['postgres:///d?host=a&port=5432', 'postgres:///d?host=%2Frun%2Fpostgresql&port=5433'],
  ],
  [
    'postgres://me@/d?host=a,b&port=6000',
    ['postgres://me@/d?host=a&port=6000', 'postgres://me@/d?host=b&port=6000'],
  ],
  ['postgres:///d?host=a,b', ['postgres:///d?host=a', 'postgres:///d?host=b']],
])('the hosts of %s have the addresses %j', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls);
});

it.each([
  'postgres://a,,b/d',
  'postgres://me:secret@a,/d',
  'postgres:///d?host=a,',
  'postgres:///d?host=a,b,c&port=1,2',
])('the list of hosts in %s is refused without telling the address', (url) => {
  expect(() => hostUrls(url)).toThrow(/^the list of hosts in the address is incomplete$/);
});
