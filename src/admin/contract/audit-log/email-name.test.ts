import { expect, it } from 'vitest';
import { emailName } from './email-name.ts';

it.each([
  ['grace@example.com', 'Grace'],
  ['grace.hopper@example.com', 'Grace Hopper'],
  ['jean-luc@example.com', 'Jean-luc'],
  ['ops2@example.com', 'ops2@example.com'],
  ['élodie@example.com', 'Élodie'],
])('the email %s is the name %s', (email, name) => {
  expect(emailName(email)).toBe(name);
});
