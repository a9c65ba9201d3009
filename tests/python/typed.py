"""Everything public says what it does, takes and returns."""
import inspect

import uth

for name in uth.__all__:
    thing = getattr(uth, name)
    assert inspect.getdoc(thing), name
    functions = [thing] if inspect.isfunction(thing) else [
        member for key, member in vars(thing).items() if inspect.isfunction(member) and not key.startswith("_")
    ]  # fmt: skip
    for function in functions:
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, function
        for parameter in signature.parameters.values():
            assert parameter.name == "self" or parameter.annotation is not parameter.empty, (function, parameter)
