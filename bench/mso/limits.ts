import type { Series } from '../harness/measure.ts';
import { cheapest, total } from '../harness/series.ts';
import type { primitives } from './primitives.ts';

type PrimitiveCosts = Readonly<Record<keyof ReturnType<typeof primitives>, Series>>;

/** The sum of the primitives. Each was measured separately, in a loop without other work. */
export function limits(costs: PrimitiveCosts) {
  const schedule = cheapest(costs.scheduleByHash, costs.scheduleByHmac);
  const issue = total(costs.drawSalts, costs.digestItems, costs.signMso);
  const plain = total(costs.verify, issue);
  const sealing = total(
    costs.hashMso,
    costs.signHash,
    schedule,
    cheapest(costs.sealByBytes, costs.sealByKeyObject),
  );
  const agreeToOpen = cheapest(costs.agreeToOpenByEcdh, costs.agreeToOpenByKeyObjects);
  const opening = total(agreeToOpen, schedule, costs.openKey, costs.verify);
  return {
    opening,
    sealing,
    issue,
    plain,
    envelope: total(plain, costs.agreeToSealByEcdh, sealing),
    envelopeCheapest: total(plain, cheapest(costs.agreeToSealByEcdh, costs.agreeToSealByKeyObjects), sealing),
    /** Key agreement, proof of ownership, certificate. */
    encryptedKey: total(opening, costs.verify),
    encryptedKeyAndEnvelope: total(opening, plain, costs.agreeToSealByEcdh, sealing),
  };
}
