import { Link } from '../../../frame/navigation.tsx';
import { Loading } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useMediation } from '../../api.ts';
import { errorsAndWarnings } from '../../model/findings.ts';
import { LevelBadge } from '../../parts/level-badge.tsx';

/** What lint finds in a group, by rule. It is counted again when the group changes. */
export function useGroupFindings(mediationGroupId: string) {
  const { name: on } = useAccount();
  return useMediation('accounts.lint', { on, query: { mediationGroupId, fields: 'counts' } });
}

/** How much is wrong in a group, as the menu counts it, with a link to what lint finds there. */
export function FindingCount({ id }: { readonly id: string }) {
  const { mediationFrame: words } = useMessages();
  const { publisherId } = useAccount();
  const { data, isLoading } = useGroupFindings(id);
  if (isLoading) return <Loading isHidden />;
  const [errors, warnings] = errorsAndWarnings(data?.counts);
  if (errors + warnings === 0) return null;
  return (
    <Link to={`/${publisherId}/lint`} search={{ group: id }}>
      <LevelBadge level={errors > 0 ? 'ERROR' : 'WARNING'}>
        {`${errors + warnings} ${words.findings(errors, warnings)}`}
      </LevelBadge>
    </Link>
  );
}
