import { OPERATION_NAMES, OPERATIONS, operationPath } from '../../../../src/issuer/contract/index.ts';
import { type FuzzRequest, JSON_BODY } from '../request.ts';
import { issuerBody } from '../requests/issuer.ts';
import { SHAPE_NAMES, SHAPES, shapesOf } from '../shapes.ts';
import type { Stage } from '../stage.ts';

type Name = (typeof OPERATION_NAMES)[number];

/** Adds a member to a body, filled so that the body almost reaches the limit. */
const filled = (body: object, limit: number, fill: (bytes: number) => string) => {
  const text = JSON.stringify(body).slice(0, -1);
  return `${text},"x":${fill(limit - text.length - 100)}}`;
};

const point = Buffer.alloc(65, 4).toString('base64');
const sealed = (bytes: number) => ({
  encryptedData: {
    encryptedValue: Buffer.alloc(bytes, 7).toString('base64'),
    encapsulatedKey: point,
    signature: point,
    recipientKeyId: '01',
  },
});

/** The longest allowed lists of the largest allowed members. */
function fullLists(name: Name): object {
  const list = <T>(length: number, one: T) => Array<T>(length).fill(one);
  if (name === 'proofUser') return { evidence: list(32, { preAuthorizationCode: sealed(65_536) }) };
  if (name === 'registerDevice')
    return { deviceIdentityCertificateChain: list(16, Buffer.alloc(48_000, 0x30).toString('base64')) };
  if (name === 'provisionMobileSecurityObjects') return { authKeys: list(100, sealed(20_000)) };
  return {};
}

/** The largest bodies of every operation in every form, and requests that cause most work. */
export function worstIssuerRequests({ known, credentials }: Stage): readonly FuzzRequest[] {
  const own = ['Authorization', credentials.issuer] as const;
  return OPERATION_NAMES.flatMap((name, number) => {
    const body = issuerBody(name, known);
    const request = { listener: 'issuer', method: 'POST', path: operationPath(name) } as const;
    const shaped = shapesOf(number, SHAPE_NAMES).map((shape) => ({
      ...request,
      name: `${name} full of ${shape}`,
      headers: [JSON_BODY, own],
      body: filled(body, OPERATIONS[name].bodyLimit, SHAPES[shape]),
    }));
    const full = JSON.stringify({ ...body, ...fullLists(name) });
    return [
      ...shaped,
      { ...request, name: `${name} with full lists`, headers: [JSON_BODY, own], body: full },
      { ...request, name: `${name} of a stranger`, headers: [JSON_BODY], body: shaped[0]?.body ?? '' },
    ];
  });
}
