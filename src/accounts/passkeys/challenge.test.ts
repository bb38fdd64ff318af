import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Binding, endOfChallenge, newChallenge } from './challenge.ts';

const SECRET = Buffer.alloc(32, 1);
const NOW = 1_000_000;
const MINUTE = 60_000;
const ASKED: Binding = { purpose: 'secondFactor', holder: 'browser', userId: 'user-1' };

const made = () => newChallenge(SECRET, (target) => randomFillSync(target), ASKED, NOW);
const accepts = (challenge: string, bindings: readonly Binding[] = [ASKED], now = NOW) =>
  endOfChallenge(SECRET, challenge, bindings, now) !== undefined;

describe('A challenge for a passkey', () => {
  it('a challenge is accepted for its purpose, its browser and its user', () => {
    expect(accepts(made())).toBe(true);
    const others = [
      { ...ASKED, purpose: 'signIn' },
      { ...ASKED, holder: 'another browser' },
      { ...ASKED, userId: 'user-2' },
      { purpose: 'secondFactor', holder: 'browser' },
    ] as const;
    expect(accepts(made(), others)).toBe(false);
  });

  it('a challenge ends after five minutes', () => {
    const challenge = made();
    expect(accepts(challenge, [ASKED], NOW + 5 * MINUTE - 1)).toBe(true);
    expect(accepts(challenge, [ASKED], NOW + 5 * MINUTE)).toBe(false);
  });

  it('a challenge with any changed bit, or of another server, is refused', () => {
    const bytes = Buffer.from(made(), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(accepts(changed.toString('base64url'))).toBe(false);
    }
    expect(endOfChallenge(Buffer.alloc(32, 2), made(), [ASKED], NOW)).toBeUndefined();
    for (const text of ['', 'AAAA', made().slice(0, -4)]) expect(accepts(text)).toBe(false);
  });
});
