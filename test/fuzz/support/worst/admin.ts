import { mdl } from '../../../support/records.ts';
import { type FuzzRequest, JSON_BODY } from '../request.ts';
import { ADMIN_METHODS, adminRequest } from '../requests/admin.ts';
import { SHAPES, type Shape, shapesOf } from '../shapes.ts';
import type { Stage } from '../stage.ts';

/** Limits that src/http/admin and the import of holders enforce. */
const LARGE = 2 * 1024 * 1024 - 2000;
const USUAL = 256 * 1024 - 2000;

const DEAR: readonly Shape[] = [
  'one text',
  'escaped quotes',
  'empty lists',
  'distinct members',
  'deep lists',
];

const records = (count: number, elements: object) =>
  JSON.stringify({
    holders: Array.from({ length: count }, (_, index) => ({ id: `many-${index}`, elements })),
  });

function imports(): readonly FuzzRequest[] {
  return ['import', 'check'].flatMap((verb) => {
    const request = { listener: 'admin', method: 'POST', path: `/admin/v1/holders:${verb}` } as const;
    const portrait = Buffer.alloc(13_500, 255).toString('base64');
    return [
      { ...request, name: `${verb} of 100 records`, headers: [JSON_BODY], body: records(100, mdl()) },
      {
        ...request,
        name: `${verb} of 100 portraits`,
        headers: [JSON_BODY],
        body: records(100, mdl({ portrait })),
      },
      { ...request, name: `${verb} of 100 empty records`, headers: [JSON_BODY], body: records(100, {}) },
    ];
  });
}

export function worstAdminRequests(stage: Stage): readonly FuzzRequest[] {
  const own = ['Authorization', stage.credentials.admin] as const;
  const each = ADMIN_METHODS.flatMap((method, number): readonly FuzzRequest[] => {
    const { members, ...request } = adminRequest(stage, method);
    const { path } = request;
    if (request.method === 'GET')
      return [
        { ...request, path: `${path}?pageSize=1000` },
        { ...request, path: `${path}?pageSize=1000&fields=nextPageToken` },
        { ...request, path: `${path}?${'a=1&'.repeat(15_000)}` },
      ];
    const bytes = path.includes('holders:') ? LARGE : USUAL;
    const start = JSON.stringify(members).slice(0, -1);
    return shapesOf(number, DEAR).map((shape) => ({
      ...request,
      name: `${request.name} full of ${shape}`,
      headers: [JSON_BODY],
      body: `${start}${start === '{' ? '' : ','}"x":${SHAPES[shape](bytes - start.length)}}`,
    }));
  });
  const documents = ['/openapi/admin.json', '/metrics'].map(
    (path): FuzzRequest => ({ listener: 'admin', name: path, method: 'GET', path }),
  );
  return [...imports(), ...each, ...documents].map((request) => ({
    ...request,
    headers: [...(request.headers ?? []), own],
  }));
}
