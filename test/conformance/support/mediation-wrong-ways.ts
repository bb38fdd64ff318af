import type { Body, Passing, Reply, Wrong } from './wrong-server.ts';

type WrongWay = readonly [what: string, namedBy: string, wrong: Wrong];

const replies = (change: (reply: Reply, passing: Passing) => Partial<Reply>): Wrong => ({
  reply: (reply, passing) => ({ ...reply, ...change(reply, passing) }),
});

/** Changes the body of each reply of success. */
const bodies = (change: (body: Body, passing: Passing) => Body): Wrong =>
  replies(({ status, body }, passing) => (status === 200 ? { body: change(body, passing) } : {}));

const accepts = (refusal: number): Wrong =>
  replies(({ status }) => (status === refusal ? { status: 200, body: {} } : {}));

/** Changes each line of a group. */
const lines = (change: (line: Body, passing: Passing) => Body): Wrong =>
  bodies((body, passing) =>
    body.mediationGroupLines
      ? {
          ...body,
          mediationGroupLines: Object.fromEntries(
            Object.entries(body.mediationGroupLines).map(([id, line]) => [id, change(line, passing)]),
          ),
        }
      : body,
  );

/** Changes each group of a list. */
const listed = (change: (group: Body) => Body): Wrong =>
  bodies((body) =>
    body.mediationGroups ? { ...body, mediationGroups: body.mediationGroups.map(change) } : body,
  );

const withQuery = (url: string, name: string, value: string) =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`;

const withoutQuery = (url: string, name: string) => {
  const { pathname, searchParams } = new URL(url, 'http://server');
  searchParams.delete(name);
  return `${pathname}?${searchParams}`;
};

/** A patch is answered, and nothing is kept. */
const forgets: Wrong = {
  url: ({ url, method }) => (method === 'PATCH' ? withQuery(url, 'validateOnly', 'true') : url),
};

/** Sends the other choice to Diptych. */
const confusesVariants: Wrong = {
  request: ({ operation, request }) =>
    operation === 'mediationAbExperiments:stop'
      ? {
          variantChoice:
            request.variantChoice === 'VARIANT_CHOICE_A' ? 'VARIANT_CHOICE_B' : 'VARIANT_CHOICE_A',
        }
      : undefined,
};

/** Adds the values of a list in a patch to those before. */
function appends(): Wrong {
  let before: readonly string[] = [];
  return bodies((body, { method }) => {
    const { adUnitIds = [] } = body.targeting ?? {};
    before = method === 'PATCH' ? [...before, ...adUnitIds] : adUnitIds;
    return { ...body, targeting: { ...body.targeting, adUnitIds: before } };
  });
}

/** What a server of the mediation interface can do wrong, and the case that names it. */
export const MEDIATION_WRONG_WAYS: readonly WrongWay[] = [
  ['it accepts every token', 'authentication.wrong-token', accepts(401)],
  ['it shows every account', 'authentication.other-account', accepts(403)],
  ['it calls a list otherwise', 'lists.ad-sources', bodies(() => ({ adSources: 'none' }))],
  [
    'it has pages in place of errors',
    'errors.status',
    replies(({ status }) => (status === 200 ? {} : { body: '<h1>Error</h1>' })),
  ],
  ['it ignores selections', 'fields.selection', { url: ({ url }) => withoutQuery(url, 'fields') }],
  [
    'a selection selects nothing',
    'fields.selection',
    bodies((body, { url }) => (url.includes('fields') ? {} : body)),
  ],
  [
    'it drops members of selected elements',
    'fields.whole',
    bodies((body, { url }) =>
      url.includes('fields') ? { adSources: body.adSources.map(({ name }: Body) => ({ name })) } : body,
    ),
  ],
  ['it ignores wrong selections', 'fields.invalid-2', accepts(400)],
  [
    'it does not say which selection is wrong',
    'fields.invalid-2',
    replies(({ status, body }) =>
      status === 400 ? { body: { error: { ...body.error, message: 'Bad request' } } } : {},
    ),
  ],
  [
    'it does not know wildcards',
    'fields.wildcard',
    { url: ({ url }) => url.replace('%2F*%2FdisplayName', '') },
  ],
  ['it never compresses', 'compression.gzip', {}],
  ['a new group is not in the list', 'groups.listed', listed(() => ({}))],
  [
    'its list has groups without their lines',
    'groups.listed',
    listed(({ mediationGroupLines: _, ...group }) => group),
  ],
  [
    'a group has only the lines that were sent',
    'groups.own-network',
    bodies((body) => ({
      ...body,
      mediationGroupLines: Object.fromEntries(Object.entries(body.mediationGroupLines ?? {}).slice(0, 1)),
    })),
  ],
  ['its lines have no ids', 'groups.create', lines(({ id: _, ...line }) => line)],
  [
    'mappings are lost',
    'mappings.create',
    bodies((body) => (body.adUnitMappings ? { adUnitMappings: [] } : body)),
  ],
  [
    'a mapping is of another adapter',
    'mappings.create',
    bodies((body) =>
      body.adUnitMappings
        ? { adUnitMappings: body.adUnitMappings.map((one: Body) => ({ ...one, adapterId: '1' })) }
        : body,
    ),
  ],
  ['a line forgets its mappings', 'mask.mapping', lines(({ adUnitMappings: _, ...line }) => line)],
  ['a list in a patch is added to the list', 'mask.ad-units', appends()],
  [
    'it reads the body and not the mask',
    'mask.outside',
    { url: ({ url }) => withoutQuery(url, 'updateMask') },
  ],
  [
    'it renames every line',
    'mask.existing-line',
    lines((line, { method }) => (method === 'PATCH' ? { ...line, displayName: 'Changed line' } : line)),
  ],
  [
    'it adds one of several lines',
    'mask.new-lines',
    {
      request: ({ request }) =>
        request?.mediationGroupLines?.['-8'] && {
          mediationGroupLines: { '-7': request.mediationGroupLines['-7'] },
        },
      url: ({ url }) => url.replace(/%2CmediationGroupLines.*$/, ''),
    },
  ],
  ['it does not keep what was patched', 'patch.stored', forgets],
  [
    'it answers a patch with the changed members',
    'patch.full-resource',
    bodies((body, { method }) => (method === 'PATCH' ? { targeting: body.targeting } : body)),
  ],
  ['it does not compare ETags', 'patch.etag', { ignores: ['if-match'] }],
  [
    'its ETags never change',
    'patch.etag-changes',
    { ...replies(() => ({ headers: { etag: '"always"' } })), ignores: ['if-match'] },
  ],
  ['it does not know the override', 'patch.override', { ignores: ['x-http-method-override'] }],
  [
    'an experiment is not running',
    'experiment.create',
    bodies((body, { operation }) =>
      operation === 'mediationAbExperiments' ? { ...body, state: 'PENDING' } : body,
    ),
  ],
  [
    'an experiment has no control',
    'experiment.create',
    bodies((body) => ({ ...body, controlMediationLines: [] })),
  ],
  [
    'it needs camelCase',
    'experiment.snake-case',
    {
      request: ({ operation, request }) =>
        operation === 'mediationAbExperiments'
          ? JSON.parse(JSON.stringify(request).replace('cpm_mode', 'someOtherMode'))
          : undefined,
    },
  ],
  ['it starts experiments without lines', 'experiment.no-lines', accepts(400)],
  ['it starts two experiments', 'experiment.second', accepts(400)],
  [
    'a group does not know that its experiment has ended',
    'experiment.group-state',
    listed((group) => ({ ...group, mediationAbExperimentState: 'RUNNING' })),
  ],
  ['it keeps the lines of the loser', 'experiment.stop-a', confusesVariants],
  ['it keeps the lines of the loser, and the winner is variant B', 'experiment.stop-b', confusesVariants],
  ['it stops an experiment twice', 'experiment.stop-a', accepts(400)],
];
