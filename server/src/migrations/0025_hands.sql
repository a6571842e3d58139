-- Which member of staff last set each of an account's ways in by an admin call: who made it or reset its password, set its
-- phone, took its authenticator off. They could log in as its holder, so four eyes does not count the two as two.
alter table access.staff
  add column password_by int references access.staff,
  add column phone_by    int references access.staff,
  add column factor_by   int references access.staff;
