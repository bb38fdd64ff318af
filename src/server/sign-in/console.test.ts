import { expect, it } from 'vitest';
import { openable } from './console.ts';

it.each([
  ['http://0.0.0.0:8081', 'http://localhost:8081'],
  ['https://[::]:8081/console/', 'https://localhost:8081/console/'],
  ['https://[::]', 'https://localhost'],
  ['http://0.0.0.0/console/', 'http://localhost/console/'],
  ['http://0.0.0.0.example:8081', 'http://0.0.0.0.example:8081'],
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
])('people open %s at %s', (url, opened) => {
  expect(openable(url)).toBe(opened);
});
