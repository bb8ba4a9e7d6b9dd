-- How many addresses a host shared something with in a day.
CREATE INDEX recipient_limits_of_shares ON recipient_limits (scope, window_start) WHERE allowance = 'shares';
