import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { closed } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { METHODS } from '../../mediation/contract/index.ts';
import type { MediationPanel } from '../../mediation/panel.ts';
import { membersOf, readJsonStrictly } from '../admin/request-members.ts';
import { shapeRefusal } from '../admin/violations.ts';
import { admitViewers, type ViewerOptions } from './viewer.ts';

/** A group with 150 lines, each with a mapping for some ad units. */
const BODY_LIMIT = 512 * 1024;

/** Mappings that are made with the group: as many as it can name within the limit of the body. */
const MOST_MAPPINGS = 1000;

const Asked = Type.Object(
  {
    publisher: Type.String(),
    group: METHODS['accounts.mediationGroups.create'].request,
    mappings: Type.Optional(
      Type.Array(
        Type.Object(
          { adUnitId: Type.String(), mapping: METHODS['accounts.adUnits.adUnitMappings.create'].request },
          closed,
        ),
        { maxItems: MOST_MAPPINGS },
      ),
    ),
  },
  closed,
);

interface LintPreviewOptions extends Omit<ViewerOptions, 'administration'> {
  readonly panel: Pick<MediationPanel, 'previewLint'>;
}

/** What lint would say about a group that a person is about to save. Nothing is stored. */
export async function lintPreviewPlugin(
  instance: FastifyInstance,
  options: LintPreviewOptions,
): Promise<void> {
  const { gate, panel } = options;
  const check = Compile(Asked);
  admitViewers(instance, options);
  readJsonStrictly(instance);
  instance.post('/lint::preview', { bodyLimit: BODY_LIMIT }, async (request) => {
    const { publishers } = await gate.identify(request);
    const asked = membersOf(Asked, request);
    if (!check.Check(asked)) throw shapeRefusal(check.Errors(asked), Asked);
    const { publisher, group, mappings } = asked as Static<typeof Asked>;
    if (!publishers.has(publisher))
      throw new StatusError('PUBLISHER_NOT_GRANTED', 'You may not act for this publisher account.');
    return panel.previewLint(publisher, { group, mappings });
  });
}
