import { timingSafeEqual } from 'node:crypto';
import { OPERATOR } from '../accounts/ids.ts';
import type { Authenticate } from '../http/admin/operator.ts';
import type { OperatorTokens } from '../http/oauth/index.ts';

const BEARER = /^Bearer +(\S+) *$/i;

function isSame(given: string, expected: string): boolean {
  const [bytes, wanted] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}

/** Lets in with the admin token, as administrator, or with the access token of a user who has a role. */
export function operators(adminToken: string, tokens: OperatorTokens): Authenticate {
  return async (authorization = '') => {
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) return undefined;
    if (isSame(token, adminToken)) return { operatorId: OPERATOR, role: 'administrator' };
    const found = await tokens(token);
    return found && { operatorId: found.userId, role: found.role };
  };
}
