-- Reason: nothing reads these views, and no release had them: they were made after the last one.
drop view freezes_for_releases, release_users_for_threads, shared_company_calendars;
