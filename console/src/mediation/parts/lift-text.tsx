import '../../styles/experiment.css';
import type { MediationAbExperiment } from '../../../../src/mediation/contract/index.ts';
import { useMessages } from '../../messages/index.ts';
import { changeText } from './metric-text.ts';

/** By how much variant B earns more or less, with the bounds. Nothing while it cannot be said. */
export function LiftText({ experiment }: { readonly experiment: MediationAbExperiment }) {
  const { mediation } = useMessages();
  const { lift } = experiment.analysis ?? {};
  if (!lift) return null;
  const { value = 0, lower = 0, upper = 0 } = lift;
  return (
    <p className="lift">
      <strong>{changeText(value)}</strong>{' '}
      {mediation.analysis.liftBetween(changeText(lower), changeText(upper))}
    </p>
  );
}
