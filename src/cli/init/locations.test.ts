import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { located, withLocations } from './locations.ts';

it.each([
  ['status.json', 'diptych.yaml', 'status.json'],
  ['conf/tls/server.crt', 'conf/diptych.yaml', 'tls/server.crt'],
  ['tls/server.crt', 'conf/diptych.yaml', resolve('tls/server.crt')],
  ['/srv/server.crt', 'diptych.yaml', '/srv/server.crt'],
  ['conf/data', resolve('conf/diptych.yaml'), 'data'],
])('the file %s, typed in the current folder, is for the configuration %s the file %s', (file, out, name) => {
  expect(located(file, out)).toBe(name);
});

it('other answers stay as they are', () => {
  const answers = { issuerId: 'id', key: 'tls/server.key', caller: 'platform.crt' };
  const key = resolve('tls/server.key');
  expect(withLocations(answers, 'conf/diptych.yaml')).toEqual({ ...answers, key });
});
