/** The sentences of the specification that a server can be tested against; see the clauses of the issuer interface. */
type Row = readonly [id: string, section: string, level: 'must' | 'should' | 'may', text: string];

const ROWS: readonly Row[] = [
  [
    'authentication',
    'Authentication',
    'must',
    'OAuth 2.0 credentials are required. The access token is sent as `Authorization: Bearer`.',
  ],
  ['lists', 'Endpoints', 'must', 'List operations answer with an array of the resource under its own name.'],
  [
    'groups.create',
    'Endpoints',
    'must',
    'Create mediation group: displayName, targeting, and lines in a map from negative-number keys.',
  ],
  [
    'groups.line-ids',
    'Limits',
    'must',
    'New line ids: distinct negative numbers, unique within the request.',
  ],
  [
    'groups.own-network',
    'MediationGroup',
    'must',
    "When a group is created, the service's own network line is added by default.",
  ],
  [
    'mappings',
    'Endpoints',
    'must',
    'Create ad unit mapping; list the mappings of an ad unit with name, adapterId and state.',
  ],
  [
    'mask.supported',
    'Update rules',
    'must',
    'Supported masks: targeting.adUnitIds, mediationGroupLines[<line_id>], its state and its adUnitMappings.',
  ],
  [
    'mask.lists',
    'Update rules: 1',
    'must',
    'Updates to repeated fields (lists) fully replace the existing values.',
  ],
  [
    'mask.map-values',
    'Update rules: 2',
    'must',
    'Individual values in a map are updated by indexing with the key.',
  ],
  [
    'mask.new-line',
    'Update rules: 3',
    'must',
    'A new line uses a distinct negative number as its line id. The same key appears in the mask and in the body.',
  ],
  [
    'mask.existing-line',
    'Update rules: 4',
    'must',
    'To change an existing line, its id appears in both the mask and the body.',
  ],
  ['mask.snake-case', 'Update rules: 6', 'must', 'A mask may also be written with snake_case path names.'],
  [
    'experiment.create',
    'States and transitions',
    'must',
    'Create experiment in a group that has no running experiment: RUNNING.',
  ],
  [
    'experiment.group-state',
    'States and transitions',
    'must',
    'mediationAbExperimentState: RUNNING for an active experiment, NOT_RUNNING when the group has none.',
  ],
  [
    'experiment.snake-case',
    'MediationAbExperiment',
    'must',
    'The creation sample writes the mode key as cpm_mode. Responses use cpmMode.',
  ],
  [
    'experiment.lines',
    'MediationAbExperiment',
    'must',
    'treatmentMediationLines: the lines of variant B. Required in the request.',
  ],
  ['experiment.one', 'Limits', 'must', 'Running experiments of one mediation group: at most one at a time.'],
  ['experiment.percentage', 'Limits', 'must', 'treatmentTrafficPercentage: 1, 10 or 50.'],
  [
    'experiment.stop',
    'Endpoints',
    'must',
    'Stop experiment: the answer has experimentId and state. VARIANT_CHOICE_A keeps the original lines, VARIANT_CHOICE_B the new lines.',
  ],
  [
    'compression',
    'Conventions: compression',
    'should',
    'To receive a gzip-encoded response, send Accept-Encoding: gzip and make the User-Agent contain the string gzip.',
  ],
  [
    'fields.selection',
    'Conventions: partial response',
    'should',
    'The fields query parameter limits the response to chosen fields.',
  ],
  [
    'fields.invalid',
    'Errors',
    'must',
    'A fields parameter that is invalid gives HTTP 400 with a message naming the bad selection.',
  ],
  [
    'patch.stored',
    'Conventions: patch',
    'must',
    'The HTTP PATCH verb sends only the fields to change; sent data is merged into the resource.',
  ],
  [
    'patch.response',
    'Conventions: patch',
    'should',
    'The response to a patch is 200 with the full resource, unless fields reduces it.',
  ],
  [
    'patch.etag',
    'Conventions: patch',
    'should',
    'When the resource uses ETags, the current ETag is sent in the If-Match header.',
  ],
  [
    'patch.override',
    'Conventions: patch',
    'should',
    'Where PATCH is blocked, send POST with the header X-HTTP-Method-Override: PATCH.',
  ],
  [
    'patch.invalid',
    'Errors',
    'must',
    'A patch that yields an invalid resource gives 400 or 422, and the resource stays unchanged.',
  ],
  ['errors.status', 'Open points', 'may', 'Errors are google.rpc.Status in JSON.'],
  [
    'ruling-16',
    'Open points',
    'may',
    'A path segment that cannot be a publisher id is 400; any other publisher is 403.',
  ],
  ['ruling-10', 'Open points', 'may', 'Members of the body outside the mask are ignored.'],
  ['ruling-18', 'Open points', 'may', 'Enums are names; numbers are 400.'],
];

export const MEDIATION_CLAUSES = Object.fromEntries(
  ROWS.map(([id, section, level, text]) => [id, { section, level, text }]),
);
