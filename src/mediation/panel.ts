import { checkAccess } from './access.ts';
import {
  type LintAccountResponse,
  type MethodName,
  type ResponseOf,
  type ServedMethods,
  servedMethods,
} from './contract/index.ts';
import { groupMaskOf } from './group/mask.ts';
import type { LintPreview } from './lint/preview.ts';
import type { MediationDeps } from './operation.ts';
import { archiveMediationGroup } from './operations/archive-mediation-group.ts';
import { batchCreateAdUnitMappings } from './operations/batch-create-ad-unit-mappings.ts';
import { createAdUnit } from './operations/create-ad-unit.ts';
import { createAdUnitMapping } from './operations/create-ad-unit-mapping.ts';
import { createApp } from './operations/create-app.ts';
import { createMediationAbExperiment } from './operations/create-mediation-ab-experiment.ts';
import { createMediationGroup } from './operations/create-mediation-group.ts';
import { createServingKey } from './operations/create-serving-key.ts';
import { diffMediationGroup } from './operations/diff-mediation-group.ts';
import {
  generateCampaignReport,
  generateMediationReport,
  generateNetworkReport,
} from './operations/generate-report.ts';
import { getAccount } from './operations/get-account.ts';
import { getMediationAbExperiment } from './operations/get-mediation-ab-experiment.ts';
import { getMediationGroup } from './operations/get-mediation-group.ts';
import { historyOfMediationGroup } from './operations/history-of-mediation-group.ts';
import { ingestStatistics } from './operations/ingest-statistics.ts';
import { lintAccount, previewLint } from './operations/lint-account.ts';
import { listAccounts } from './operations/list-accounts.ts';
import { listAdSources } from './operations/list-ad-sources.ts';
import { listAdUnitMappings } from './operations/list-ad-unit-mappings.ts';
import { listAdUnits } from './operations/list-ad-units.ts';
import { listAdapters } from './operations/list-adapters.ts';
import { listApps } from './operations/list-apps.ts';
import { listMediationAbExperiments } from './operations/list-mediation-ab-experiments.ts';
import { listMediationGroups } from './operations/list-mediation-groups.ts';
import { listServingKeys } from './operations/list-serving-keys.ts';
import { patchMediationGroup } from './operations/patch-mediation-group.ts';
import { revokeServingKey } from './operations/revoke-serving-key.ts';
import { rollbackMediationGroup } from './operations/rollback-mediation-group.ts';
import { stopMediationAbExperiment } from './operations/stop-mediation-ab-experiment.ts';
import { unarchiveMediationGroup } from './operations/unarchive-mediation-group.ts';
import { type MethodCall, type Request, readRequest } from './request.ts';

type Handlers = { readonly [Name in MethodName]: (request: Request<Name>) => Promise<ResponseOf<Name>> };

/** The methods, bound to their dependencies. */
function handlers(deps: MediationDeps): Handlers {
  return {
    'accounts.list': listAccounts(deps),
    'accounts.get': getAccount(deps),
    'accounts.lint': lintAccount(deps),
    'accounts.adSources.list': listAdSources(deps),
    'accounts.adSources.adapters.list': listAdapters(deps),
    'accounts.apps.list': listApps(deps),
    'accounts.apps.create': createApp(deps),
    'accounts.apps.servingKeys.list': listServingKeys(deps),
    'accounts.apps.servingKeys.create': createServingKey(deps),
    'accounts.apps.servingKeys.revoke': revokeServingKey(deps),
    'accounts.adUnits.list': listAdUnits(deps),
    'accounts.adUnits.create': createAdUnit(deps),
    'accounts.adUnits.adUnitMappings.list': listAdUnitMappings(deps),
    'accounts.adUnits.adUnitMappings.create': createAdUnitMapping(deps),
    'accounts.adUnitMappings.batchCreate': batchCreateAdUnitMappings(deps),
    'accounts.mediationGroups.list': listMediationGroups(deps),
    'accounts.mediationGroups.get': getMediationGroup(deps),
    'accounts.mediationGroups.create': createMediationGroup(deps),
    'accounts.mediationGroups.patch': patchMediationGroup(deps),
    'accounts.mediationGroups.archive': archiveMediationGroup(deps),
    'accounts.mediationGroups.unarchive': unarchiveMediationGroup(deps),
    'accounts.mediationGroups.history': historyOfMediationGroup(deps),
    'accounts.mediationGroups.diff': diffMediationGroup(deps),
    'accounts.mediationGroups.rollback': rollbackMediationGroup(deps),
    'accounts.mediationGroups.mediationAbExperiments.list': listMediationAbExperiments(deps),
    'accounts.mediationGroups.mediationAbExperiments.get': getMediationAbExperiment(deps),
    'accounts.mediationGroups.mediationAbExperiments.create': createMediationAbExperiment(deps),
    'accounts.mediationGroups.mediationAbExperiments.stop': stopMediationAbExperiment(deps),
    'accounts.mediationReport.generate': generateMediationReport(deps),
    'accounts.networkReport.generate': generateNetworkReport(deps),
    'accounts.campaignReport.generate': generateCampaignReport(deps),
    'accounts.statistics.ingest': ingestStatistics(deps),
  };
}

export interface MediationPanel {
  readonly served: ServedMethods;
  /**
   * Checks access, query and body, and returns a function that does the work. So a caller can combine these
   * refusals with those of the system parameters before anything happens. Throws StatusError.
   */
  prepare<Name extends MethodName>(name: Name, call: MethodCall): () => Promise<ResponseOf<Name>>;
  /** Answers a method. A refusal rejects with StatusError. */
  call<Name extends MethodName>(name: Name, call: MethodCall): Promise<ResponseOf<Name>>;
  /** What lint would say about a group if it were as given. The caller may act for the publisher. */
  previewLint(publisherId: string, preview: LintPreview): Promise<LintAccountResponse>;
}

export function mediationPanel(deps: MediationDeps): MediationPanel {
  const methods = handlers(deps);
  const served = servedMethods(deps.policy.groupExtensions);
  const groupMask = groupMaskOf(deps.policy);
  function prepare<Name extends MethodName>(name: Name, call: MethodCall): () => Promise<ResponseOf<Name>> {
    checkAccess(name, call.path, call.caller);
    const request = readRequest(name, call, { served, groupMask });
    return () => (methods[name] as Handlers[Name])(request);
  }
  return {
    served,
    prepare,
    call: async (name, call) => prepare(name, call)(),
    previewLint: previewLint(deps),
  };
}
