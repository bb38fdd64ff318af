import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';

interface ExperimentFirstProps {
  /** Of the text, for the buttons that it disables. */
  readonly id: string;
  readonly group: MediationGroup;
}

/** Why a group with an open experiment is not rolled back, which the server would refuse. */
export function ExperimentFirst({ id, group }: ExperimentFirstProps) {
  const { mediation } = useMessages();
  const { publisherId } = useAccount();
  return (
    <span className="soft small" id={id}>
      {mediation.history.experimentFirst}{' '}
      <Link to={`/${publisherId}/groups/${group.mediationGroupId}`} search={{ tab: 'experiment' }}>
        {mediation.history.seeExperiment}
      </Link>
    </span>
  );
}
