import { expect, it } from 'vitest';
import { certificatesOf } from '../../src/cli/keys/root-certificates.ts';
import { authority } from './support/authority.ts';
import { derOf } from './support/keys.ts';

it('a root that was renewed has several certificates, and other roots with its name are not among them', () => {
  const [own, other] = [authority(), authority()];
  const first = own.root();
  own.renew();
  const roots = new Map([
    ['first', first],
    ['other', other.root()],
    ['renewed', own.root()],
  ]);
  expect(certificatesOf('first', roots)).toEqual([derOf(first), derOf(own.root())]);
  expect(certificatesOf('unknown', roots)).toEqual([]);
  own.remove();
  other.remove();
});
