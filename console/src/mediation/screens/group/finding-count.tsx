import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Loading } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useMediation } from '../../api.ts';
import { countOf, wrong } from '../../model/findings.ts';
import { LevelBadge } from '../../parts/level-badge.tsx';

/** How much is wrong in a group, as the menu counts it, with a link to what lint finds there. It is counted again when the group changes. */
export function FindingCount({ group }: { readonly group: MediationGroup }) {
  const { mediationFrame: words } = useMessages();
  const { name: on, publisherId } = useAccount();
  const { mediationGroupId: id = '' } = group;
  const query = { mediationGroupId: id, fields: 'counts' };
  const { data, isLoading } = useMediation('accounts.lint', { on, query });
  if (isLoading) return <Loading isHidden />;
  const counts = wrong(data?.counts);
  const count = countOf(counts);
  if (count === 0) return null;
  return (
    <Link to={`/${publisherId}/lint`} search={{ group: id }}>
      <LevelBadge level={counts[0]?.level}>{`${count} ${words.findings(count)}`}</LevelBadge>
    </Link>
  );
}
